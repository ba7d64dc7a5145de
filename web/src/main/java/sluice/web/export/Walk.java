package sluice.web.export;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list from place to place and writes its rows. Stateless.
 *
 * @param read rows behind a place, at most {@link #PAGE}
 * @param place where the next page begins, by the last row
 * @param cells a row's cells
 * @param <R> a row
 * @param <P> a place in the list
 */
record Walk<R, P>(
    Function<P, List<R>> read, Function<R, P> place, Function<R, @Nullable Object[]> cells) {
  /** Rows read at once. */
  static final int PAGE = 200;

  /** Writes at most {@link Export#MOST} rows; whether there are more. */
  boolean from(P first, Csv csv) throws IOException {
    P behind = first;
    for (int written = 0; written < Export.MOST; written += PAGE) {
      List<R> page = read.apply(behind);
      for (R row : page) {
        csv.line(cells.apply(row));
      }
      if (page.size() < PAGE) {
        return false;
      }
      behind = place.apply(page.getLast());
    }
    return true;
  }

  /** The cells of a row, none of them an array. */
  static @Nullable Object[] cells(@Nullable Object... cells) {
    return cells;
  }
}
