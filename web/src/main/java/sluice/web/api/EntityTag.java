package sluice.web.api;

import org.jspecify.annotations.Nullable;
import sluice.web.problem.RequestRefused;

/** A policy's version as an entity tag: {@code "7"}. Stateless. */
final class EntityTag {
  private EntityTag() {}

  static String of(int version) {
    return "\"" + version + "\"";
  }

  /**
   * The version that a request expects.
   *
   * @param ifMatch {@code "7"}, {@code W/"7"} or {@code 7}; {@code *} and null expect nothing
   * @param ifNoneMatch {@code *}: the policy must not exist
   * @return 0 for "must not exist", null for nothing expected
   */
  static @Nullable Integer expected(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    if (ifNoneMatch != null && ifNoneMatch.strip().equals("*")) {
      return 0;
    }
    if (ifMatch == null || ifMatch.strip().equals("*")) {
      return null;
    }
    String tag = ifMatch.strip();
    String plain = tag.replaceFirst("^W/", "").replaceFirst("^\"(.*)\"$", "$1");
    try {
      return Integer.parseInt(plain);
    } catch (NumberFormatException e) {
      throw new RequestRefused(400, "If-Match is a version like \"7\", as ETag gave it");
    }
  }
}
