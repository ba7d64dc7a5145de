package sluice.web.security;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a form was sent from a page of another site. Browsers say so themselves where the address
 * is one they trust; elsewhere the origin they name is compared with the host they asked, and with
 * the one that a proxy in front says they asked. Programs that name neither are none of this.
 * Stateless.
 */
final class SendingSite {
  private SendingSite() {}

  /**
   * Judges a request.
   *
   * @param fetchSite {@code Sec-Fetch-Site}
   * @param origin {@code Origin}
   * @param hosts {@code Host} and {@code X-Forwarded-Host}
   */
  static boolean isForeign(
      @Nullable String fetchSite, @Nullable String origin, List<@Nullable String> hosts) {
    if (fetchSite != null) {
      return fetchSite.equals("cross-site") || fetchSite.equals("same-site");
    }
    if (origin == null) {
      return false;
    }
    try {
      URI from = new URI(origin);
      String named = authority(from.getRawAuthority(), from.getScheme());
      return named == null
          || hosts.stream().noneMatch(host -> named.equals(authority(host, from.getScheme())));
    } catch (URISyntaxException e) {
      return true;
    }
  }

  /** Host and port, without the port that goes without saying. */
  private static @Nullable String authority(@Nullable String host, @Nullable String scheme) {
    if (host == null || host.isBlank()) {
      return null;
    }
    String usual = "https".equalsIgnoreCase(scheme) ? ":443" : ":80";
    String lower = host.strip().toLowerCase(Locale.ROOT);
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }
}
