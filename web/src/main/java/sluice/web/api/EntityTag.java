package sluice.web.api;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.ejb.policy.Expected;
import sluice.web.problem.RequestRefused;

/**
 * A policy's version as an entity tag: {@code "7"}. Stateless.
 *
 * <p>Source: RFC 9110, 13.1.1 and 13.1.2.
 */
final class EntityTag {
  private static final Pattern ONE =
      Pattern.compile("\\s*(?:(?:W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"|([0-9]+))?\\s*(?:,|$)");
  private static final String ALLOWED =
      "* or versions as ETag gave them, like \"7\" or \"7\", \"8\"";

  private EntityTag() {}

  static String of(int version) {
    return "\"" + version + "\"";
  }

  /**
   * What a request expects to be in force.
   *
   * @param ifMatch a list of {@code "7"}, {@code W/"7"} or {@code 7}, of which one must be; {@code
   *     *}: the policy must exist; null expects nothing
   * @param ifNoneMatch the same, of which none may be; {@code *}: the policy must not exist
   */
  static Expected expected(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    return match(ifMatch).and(noneMatch(ifNoneMatch));
  }

  private static Expected match(@Nullable String header) {
    if (header == null) {
      return Expected.ANYTHING;
    }
    return header.strip().equals("*")
        ? Expected.SOMETHING
        : Expected.oneOf(versions("If-Match", header));
  }

  private static Expected noneMatch(@Nullable String header) {
    if (header == null) {
      return Expected.ANYTHING;
    }
    return header.strip().equals("*")
        ? Expected.NOTHING
        : Expected.noneOf(versions("If-None-Match", header));
  }

  /** The versions of a list; a tag that is none, like {@code "abc"}, is never in force. */
  private static Set<Integer> versions(String name, String header) {
    Set<Integer> versions = new HashSet<>();
    Matcher tags = ONE.matcher(header);
    boolean any = false;
    for (int at = 0; at < header.length(); at = tags.end()) {
      if (!tags.region(at, header.length()).lookingAt()) {
        throw RequestRefused.of(name, header, ALLOWED);
      }
      String tag = tags.group(1) == null ? tags.group(2) : tags.group(1);
      any |= tag != null;
      if (tag != null && tag.matches("[1-9][0-9]{0,8}")) {
        versions.add(Integer.valueOf(tag));
      }
    }
    if (!any) {
      throw RequestRefused.of(name, header, ALLOWED);
    }
    return versions;
  }
}
