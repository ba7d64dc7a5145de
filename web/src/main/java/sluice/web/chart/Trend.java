package sluice.web.chart;

import java.util.List;

/** Where a series of figures goes: its last third against its first. */
public enum Trend {
  /** By at least a tenth up. */
  UP("rising", "↗"),
  /** In between, or too few figures to say. */
  FLAT("steady", "→"),
  /** By at least a tenth down. */
  DOWN("falling", "↘");

  private static final double NOTABLE = 0.10;

  private final String word;
  private final String arrow;

  Trend(String word, String arrow) {
    this.word = word;
    this.arrow = arrow;
  }

  /** In a word. */
  public String getWord() {
    return word;
  }

  /** As an arrow. */
  public String getArrow() {
    return arrow;
  }

  /**
   * Of figures in order of time: (mean of the last third − mean of the first) / max(mean of the
   * first, 1), thirds by whole numbers.
   */
  public static Trend of(List<Long> figures) {
    int third = figures.size() / 3;
    if (third == 0) {
      return FLAT;
    }
    double first = mean(figures.subList(0, third));
    double last = mean(figures.subList(figures.size() - third, figures.size()));
    double change = (last - first) / Math.max(first, 1);
    if (change >= NOTABLE - 1e-9) {
      return UP;
    }
    return change <= -NOTABLE + 1e-9 ? DOWN : FLAT;
  }

  private static double mean(List<Long> figures) {
    return figures.stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
