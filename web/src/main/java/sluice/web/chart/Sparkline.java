package sluice.web.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A handful of numbers as small bars of eight heights.
 *
 * @param values the numbers, not negative, in order
 */
public record Sparkline(List<Long> values) {
  private static final int LEVELS = 8;

  /** A bar; 0 is the lowest level, which still shows. */
  public record Bar(int x, int y, int height) {}

  public Sparkline {
    values = List.copyOf(values);
  }

  /** Heights from 0 to 7: round(value / greatest × 7). */
  public List<Integer> levels() {
    long most = values.stream().mapToLong(Long::longValue).max().orElse(0);
    return values.stream()
        .map(value -> most == 0 ? 0 : (int) Math.round((double) value / most * (LEVELS - 1)))
        .toList();
  }

  /** The bars, each 3 wide with 1 between, in a box as high as {@code 2 × 8}. */
  public List<Bar> bars() {
    List<Integer> levels = levels();
    return IntStream.range(0, levels.size())
        .mapToObj(i -> {
          int height = levels.get(i) == 0 ? 1 : 2 * (levels.get(i) + 1);
          return new Bar(4 * i, 2 * LEVELS - height, height);
        })
        .toList();
  }

  /** Width of the box. */
  public int width() {
    return Math.max(1, 4 * values.size() - 1);
  }

  /** In one sentence. */
  public String summary() {
    long most = values.stream().mapToLong(Long::longValue).max().orElse(0);
    long last = values.isEmpty() ? 0 : values.getLast();
    return "%d in all, at most %d in a minute, %d in this one"
        .formatted(values.stream().mapToLong(Long::longValue).sum(), most, last);
  }
}
