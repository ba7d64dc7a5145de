package sluice.ejb.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list somebody asks for. Checked: whatever text comes in, what comes out is
 * harmless.
 *
 * @param number from 0
 * @param size 1 to {@value #MOST}
 * @param sort one of the list's sort words
 * @param descending largest first
 * @param filter part of a key, taken literally; null for all
 */
public record PageAsked(
    int number, int size, String sort, boolean descending, @Nullable String filter) {
  /** Longest page. */
  public static final int MOST = 200;

  /** Page size where none is asked for. */
  public static final int USUAL = 25;

  private static final int LAST_PAGE = 1_000_000;
  private static final int LONGEST_FILTER = 512;

  /** The words of a request as they came, null where absent. */
  public record Raw(
      @Nullable String page,
      @Nullable String size,
      @Nullable String sort,
      @Nullable String dir,
      @Nullable String q) {}

  /**
   * Reads the words of a request.
   *
   * @param sorts words that may be sorted by, the usual one first
   * @throws BadQuestion naming the parameter that makes no sense
   */
  public static PageAsked of(Raw raw, List<String> sorts) {
    return new PageAsked(
        number("page", raw.page(), 0, 0, LAST_PAGE),
        number("size", raw.size(), USUAL, 1, MOST),
        word("sort", raw.sort(), sorts),
        word("dir", raw.dir(), List.of("asc", "desc")).equals("desc"),
        filter(raw.q()));
  }

  /** Rows before the page. */
  public int offset() {
    return number * size;
  }

  /** The filter as a LIKE pattern with {@code \} as escape; null for all. */
  public @Nullable String pattern() {
    return filter == null
        ? null
        : "%" + filter.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }

  /** A whole number within bounds. */
  public static int number(
      String parameter, @Nullable String text, int usual, int least, int most) {
    if (text == null || text.isEmpty()) {
      return usual;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new BadQuestion(parameter, text, "a whole number from %d to %d".formatted(least, most));
  }

  /** One of the allowed words; the first where absent. */
  public static String word(String parameter, @Nullable String text, List<String> allowed) {
    if (text == null || text.isEmpty()) {
      return allowed.getFirst();
    }
    if (!allowed.contains(text)) {
      throw new BadQuestion(parameter, text, "one of " + String.join(", ", allowed));
    }
    return text;
  }

  /** A text that the database can compare with; null where absent or empty. */
  public static @Nullable String text(String parameter, @Nullable String text, int longest) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    boolean odd =
        text.indexOf('\0') >= 0 || text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    if (text.length() > longest || odd) {
      throw new BadQuestion(
          parameter, text, "at most " + longest + " characters of well-formed text without NUL");
    }
    return text;
  }

  private static @Nullable String filter(@Nullable String text) {
    return text("q", text, LONGEST_FILTER);
  }
}
