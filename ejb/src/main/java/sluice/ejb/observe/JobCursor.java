package sluice.ejb.observe;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page of a list of jobs begins: behind this instant and this job. As text {@code
 * <microseconds>_<id>}.
 *
 * @param at what the list is sorted by
 * @param id breaks ties
 */
public record JobCursor(Instant at, long id) {
  /** Before every job of a list that goes forward. */
  static final JobCursor FIRST = new JobCursor(Instant.EPOCH, Long.MIN_VALUE);

  /** Reads {@link #toString}; null for null or an empty text. */
  public static @Nullable JobCursor of(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    int middle = text.indexOf('_');
    try {
      if (middle > 0 && text.length() < 50) {
        long micros = Long.parseLong(text.substring(0, middle));
        long id = Long.parseLong(text.substring(middle + 1));
        if (micros >= 0) {
          return new JobCursor(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), id);
        }
      }
    } catch (NumberFormatException | DateTimeException e) {
      // told below
    }
    throw new BadQuestion("after", text, "what 'next' of the page before said");
  }

  @Override
  public String toString() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at) + "_" + id;
  }
}
