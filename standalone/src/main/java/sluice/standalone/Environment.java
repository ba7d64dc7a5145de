package sluice.standalone;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the environment says: a database or a broker that replaces the embedded one, and settings
 * that are no options because they are secret or rarely changed.
 *
 * @param database the database to use instead of an embedded one
 * @param broker the broker to use instead of an embedded one
 * @param adminPassword of the user admin; null: the one that is kept, or a new one
 * @param httpHost the address the application listens on
 * @param heap the application's largest heap, in the words of {@code java -Xmx}
 * @param node this node's name
 */
record Environment(
    @Nullable Access database,
    @Nullable Access broker,
    @Nullable String adminPassword,
    String httpHost,
    String heap,
    String node) {

  /** Where a database or broker is and who may enter. */
  record Access(String url, String user, String password) {
    /** The three variables that hand it on to the application. */
    Map<String, String> as(String prefix) {
      return Map.of(prefix + "_URL", url, prefix + "_USER", user, prefix + "_PASSWORD", password);
    }

    /** The URL without its parameters, among which there may be secrets. */
    String shownUrl() {
      int parameters = url.indexOf('?');
      return parameters < 0 ? url : url.substring(0, parameters);
    }

    @Override
    public String toString() {
      return "Access[url=%s, user=%s]".formatted(shownUrl(), user);
    }
  }

  private static final Pattern HEAP = Pattern.compile("[1-9][0-9]*[kmgKMG]");

  static Environment of(Map<String, String> variables) {
    @Nullable Access database = access(variables, "SLUICE_DB");
    if (database != null && !database.url().startsWith("jdbc:postgresql:")) {
      throw new StartRefusedException(
          "SLUICE_DB_URL is %s: it takes jdbc:postgresql://host:port/database."
              .formatted(database.shownUrl()));
    }
    String heap = given(variables, "SLUICE_HEAP", "512m");
    if (!HEAP.matcher(heap).matches()) {
      throw new StartRefusedException(
          "SLUICE_HEAP is %s: it takes a number and a unit, as in 512m or 2g.".formatted(heap));
    }
    return new Environment(
        database,
        access(variables, "SLUICE_BROKER"),
        adminPassword(variables),
        given(variables, "SLUICE_HTTP_HOST", Ports.LOOPBACK),
        heap,
        given(variables, "SLUICE_NODE", hostName()));
  }

  /**
   * The application's setting for the admin's password: one that nobody gave does not replace the
   * one in a database of somebody's own, where other nodes may have made it.
   */
  String adminSetting() {
    return adminPassword == null && database != null
        ? "SLUICE_ADMIN_FIRST_PASSWORD"
        : "SLUICE_ADMIN_PASSWORD";
  }

  private static @Nullable String adminPassword(Map<String, String> variables) {
    String password = given(variables, "SLUICE_ADMIN_PASSWORD", "");
    if (password.chars().anyMatch(Character::isISOControl)) {
      throw new StartRefusedException(
          "SLUICE_ADMIN_PASSWORD has a control character in it: use printable ones.");
    }
    return password.isEmpty() ? null : password;
  }

  private static @Nullable Access access(Map<String, String> variables, String prefix) {
    String url = given(variables, prefix + "_URL", "");
    if (url.isEmpty()) {
      return null;
    }
    for (String suffix : new String[] {"_USER", "_PASSWORD"}) {
      if (given(variables, prefix + suffix, "").isEmpty()) {
        throw new StartRefusedException(
            "%s_URL is set and %s%s is not: set both.".formatted(prefix, prefix, suffix));
      }
    }
    return new Access(
        url, given(variables, prefix + "_USER", ""), given(variables, prefix + "_PASSWORD", ""));
  }

  private static String given(Map<String, String> variables, String name, String otherwise) {
    String value = variables.get(name);
    return value == null || value.isBlank() ? otherwise : value;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "local";
    }
  }
}
