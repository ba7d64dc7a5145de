package sluice.web.api;

import java.util.regex.Pattern;
import sluice.ejb.policy.UnknownPolicy;

/** Names in paths. Stateless. */
final class Names {
  private static final Pattern POLICY = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private Names() {}

  /** A name that a policy can have; for any other text there is no policy. */
  static String policy(String text) {
    if (!POLICY.matcher(text).matches()) {
      throw new UnknownPolicy(text.length() > 100 ? text.substring(0, 100) + "…" : text);
    }
    return text;
  }
}
