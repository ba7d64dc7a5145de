package sluice.jms.message;

/** Makes any Java text fit for PostgreSQL and for people. */
public final class WellFormed {
  private static final char REPLACEMENT = '\uFFFD';

  private WellFormed() {}

  /** The text with NUL and unpaired surrogates replaced by U+FFFD. */
  public static String of(String text) {
    StringBuilder changed = new StringBuilder(0);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == 0 || Character.isSurrogate(unit) && !isPaired(text, i)) {
        if (changed.isEmpty()) {
          changed.append(text);
        }
        changed.setCharAt(i, REPLACEMENT);
      }
    }
    return changed.isEmpty() ? text : changed.toString();
  }

  /** The beginning of the text, at most so many characters, never half a pair of surrogates. */
  public static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, splits ? longest - 1 : longest);
  }

  private static boolean isPaired(String text, int i) {
    if (Character.isHighSurrogate(text.charAt(i))) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
