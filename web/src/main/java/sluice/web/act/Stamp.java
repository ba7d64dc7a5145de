package sluice.web.act;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rides in every form that acts.
 *
 * @param once makes the form count once
 * @param seen number of the newest entry that the audit had of the subject when the form was shown;
 *     0 = none
 */
record Stamp(UUID once, long seen) {
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.([0-9]{1,18})");

  /** A new form's. */
  static Stamp fresh(long seen) {
    return new Stamp(UUID.randomUUID(), seen);
  }

  /** Reads {@link #toString}; null for any other text. */
  static @Nullable Stamp of(@Nullable String text) {
    Matcher matcher = FORM.matcher(text == null ? "" : text);
    return matcher.matches()
        ? new Stamp(UUID.fromString(matcher.group(1)), Long.parseLong(matcher.group(2)))
        : null;
  }

  /** The stamp of one form; forms shown together carry the same one, and each counts once. */
  Stamp ofForm(String name) {
    byte[] both = (once + name).getBytes(StandardCharsets.UTF_8);
    return new Stamp(UUID.nameUUIDFromBytes(both), seen);
  }

  @Override
  public String toString() {
    return once + "." + seen;
  }
}
