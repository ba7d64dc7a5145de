package sluice.core.hint;

import java.util.List;

/** Whether a series goes up: its last third against its first, by a tenth. */
public enum Trend {
  /** At least a tenth more. */
  UP,
  /** At least a tenth less. */
  DOWN,
  /** Neither, or too few points. */
  FLAT;

  private static final int THIRDS = 3;
  private static final double TENTH = 0.10;

  /** So that a tenth exactly counts, however the division rounds. */
  private static final double ROUNDING = 1e-9;

  /** The trend of a series, oldest first. */
  public static Trend of(List<Long> series) {
    int third = series.size() / THIRDS;
    if (third == 0) {
      return FLAT;
    }
    double first = mean(series.subList(0, third));
    double last = mean(series.subList(series.size() - third, series.size()));
    if (first == 0 && last == 0) {
      return FLAT;
    }
    double change = (last - first) / Math.max(first, 1);
    if (change >= TENTH - ROUNDING) {
      return UP;
    }
    return change <= -TENTH + ROUNDING ? DOWN : FLAT;
  }

  private static double mean(List<Long> part) {
    return part.stream().mapToLong(n -> n).average().orElse(0);
  }
}
