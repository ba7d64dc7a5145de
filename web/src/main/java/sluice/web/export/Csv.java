package sluice.web.export;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes CSV (RFC 4180) that a spreadsheet only shows: a text that it would take for a formula
 * begins with an apostrophe. Numbers stay numbers. Used by one thread.
 */
final class Csv {
  private static final String FORMULA = "=+-@\t\r\n";
  private static final String QUOTED = ",;\"\r\n\t";

  private final Appendable out;

  Csv(Appendable out) {
    this.out = out;
  }

  /** Writes a line. */
  void line(@Nullable Object... cells) throws IOException {
    out.append(String.join(",", Arrays.stream(cells).map(Csv::cell).toList())).append("\r\n");
  }

  /** A cell as it stands in the file. */
  static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    if (value instanceof Number || text.isEmpty()) {
      return text;
    }
    String inert = FORMULA.indexOf(text.charAt(0)) < 0 ? text : "'" + text;
    boolean quotes = inert.chars().anyMatch(c -> QUOTED.indexOf(c) >= 0);
    return quotes ? '"' + inert.replace("\"", "\"\"") + '"' : inert;
  }
}
