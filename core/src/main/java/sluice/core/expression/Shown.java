package sluice.core.expression;

import org.jspecify.annotations.Nullable;

/**
 * How a value that somebody else wrote is shown in a sentence: texts in quotation marks, shortened
 * to {@value #MAX_CHARACTERS} characters, and everything that could change how the sentence reads
 * (control, format and unassigned characters, line separators, lone surrogates) as {@code \}{@code
 * uXXXX}. It does not escape HTML: pages do. No state, thread-safe.
 */
public final class Shown {
  /** Longer texts are cut here and end in an ellipsis. */
  public static final int MAX_CHARACTERS = 80;

  private Shown() {}

  /** The value as a word of a sentence; {@code null} reads as null. */
  public static String of(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    String text = shortened(String.valueOf(value));
    return value instanceof Number || value instanceof Boolean ? text : '"' + text + '"';
  }

  /** The text escaped and shortened, without quotation marks. */
  public static String shortened(String text) {
    StringBuilder shown = new StringBuilder();
    int characters = 0;
    for (int i = 0; i < text.length(); ) {
      if (characters++ == MAX_CHARACTERS) {
        return shown.append('…').toString();
      }
      int c = text.codePointAt(i);
      append(shown, c);
      i += Character.charCount(c);
    }
    return shown.toString();
  }

  private static void append(StringBuilder shown, int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> {
        for (char unit : Character.toChars(c)) {
          shown.append(String.format("\\u%04x", (int) unit));
        }
      }
      default -> shown.appendCodePoint(c);
    }
  }
}
