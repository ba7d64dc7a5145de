package sluice.web.export;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.PageAsked;

/**
 * A table that can be exported, read page by page, each page in a transaction of its own.
 *
 * @param columns names of the columns, with commas between
 * @param rows writes them
 */
record Export(String columns, Rows rows) {
  /** Most rows of a file. */
  static final int MOST = 10_000;

  /** Writes the rows of a table. */
  @FunctionalInterface
  interface Rows {
    /** Writes at most {@link #MOST} rows; whether there are more. */
    boolean write(Asked asked, Csv csv) throws IOException;
  }

  /** The parameters of a request. */
  record Asked(Map<String, String[]> parameters) {
    /** A parameter's first value; null where it is absent or empty. */
    @Nullable String text(String name) {
      String[] values = parameters.get(name);
      return values == null || values.length == 0 || values[0].isEmpty() ? null : values[0];
    }

    /** The policy asked for; null: all. */
    @Nullable String policyOrNull() {
      return PageAsked.text("policy", text("policy"), 100);
    }

    /** The policy asked for. */
    String policy() {
      String policy = policyOrNull();
      if (policy == null) {
        throw new BadQuestion("policy", null, "the name of a policy");
      }
      return policy;
    }

    /** A page of the list that {@code q} narrows, from 0. */
    PageAsked.Raw page(int number) {
      return new PageAsked.Raw(
          Integer.toString(number), Integer.toString(Walk.PAGE), null, null, text("q"));
    }
  }
}
