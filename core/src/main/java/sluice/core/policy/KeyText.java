package sluice.core.policy;

import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;

/**
 * Keys as they are stored: of partitions, shares, and duplicates. Different keys stay different;
 * none is cut, trimmed or folded. No state, thread-safe.
 */
public final class KeyText {
  /** The partition of jobs whose key is null. */
  public static final String NONE = "(none)";

  /** The only partition of a gate without key. */
  public static final String ALL = "(all)";

  /** Longest key, in characters (code points). */
  public static final int MAX_CHARACTERS = 512;

  private KeyText() {}

  /**
   * The key of a partition or share. A text that reads like {@link #NONE} or {@link #ALL}, with or
   * without backslashes before it, gets one more backslash, so that no job can borrow these names.
   *
   * @param what names the key in the sentence, for instance {@code gates[per-account].key}
   * @throws UnroutableJob when the key can't be kept
   */
  static String partition(String what, @Nullable String text) {
    if (text == null) {
      return NONE;
    }
    String own = text.endsWith(NONE) || text.endsWith(ALL) ? escaped(text) : text;
    return checked(what, own);
  }

  /**
   * A key that a database index can hold, unchanged.
   *
   * @param what names the key in the sentence, for instance {@code sluice_dedupe_key}
   * @throws UnroutableJob when the key can't be kept
   */
  public static String checked(String what, String text) {
    if (text.length() > MAX_CHARACTERS) {
      int characters = text.codePointCount(0, text.length());
      if (characters > MAX_CHARACTERS) {
        throw new UnroutableJob(
            UnroutableJob.Code.KEY_TOO_LONG,
            what
                + " "
                + Shown.of(text)
                + " has "
                + characters
                + " characters; at most "
                + MAX_CHARACTERS
                + " are allowed, and a key is never cut");
      }
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (c == 0 || Character.isSurrogate(c)) {
        throw new UnroutableJob(
            UnroutableJob.Code.KEY_NOT_TEXT,
            what
                + " "
                + Shown.of(text)
                + " holds a "
                + (c == 0 ? "NUL character" : "half of a surrogate pair")
                + "; any other character is allowed");
      }
    }
    return text;
  }

  /**
   * The name of a namespace: a key that is more than white space, so that people can see it.
   *
   * @param what names it in the sentence, for instance {@code namespace}
   * @throws UnroutableJob when no namespace can have this name
   */
  public static String namespace(String what, String text) {
    if (text.isBlank()) {
      throw new UnroutableJob(
          UnroutableJob.Code.NAMESPACE_BLANK,
          what
              + " "
              + Shown.of(text)
              + " is white space only; allowed are 1 to "
              + MAX_CHARACTERS
              + " characters that are not all white space");
    }
    return checked(what, text);
  }

  private static String escaped(String text) {
    int i = 0;
    while (i < text.length() && text.charAt(i) == '\\') {
      i++;
    }
    String rest = text.substring(i);
    return rest.equals(NONE) || rest.equals(ALL) ? '\\' + text : text;
  }
}
