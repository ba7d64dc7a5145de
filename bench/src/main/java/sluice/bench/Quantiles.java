package sluice.bench;

import java.util.List;
import java.util.Locale;

/** Figures of one measurement, in the order of their size, as cells of a table. Immutable. */
final class Quantiles {
  private final List<Double> sorted;

  private Quantiles(List<Double> figures) {
    sorted = figures.stream().sorted().toList();
  }

  /** Figures as they are to be shown. */
  static Quantiles of(List<Double> figures) {
    return new Quantiles(figures);
  }

  /** Times taken in nanoseconds, shown in milliseconds. */
  static Quantiles ofNanos(List<Long> nanos) {
    return new Quantiles(nanos.stream().map(n -> n / 1e6).toList());
  }

  int count() {
    return sorted.size();
  }

  /** The figure that so many of a hundred lie below. */
  double at(int percent) {
    return sorted.get(sorted.size() * percent / 100);
  }

  double least() {
    return sorted.getFirst();
  }

  double most() {
    return sorted.getLast();
  }

  /** A row: its name, a cell for each percentage, and the most. */
  String row(String name, int decimals, int... percents) {
    return "| %s |%s".formatted(name, cells(decimals, percents));
  }

  /** The cells of a row without those that go before, for a row with columns of its own. */
  String cells(int decimals, int... percents) {
    StringBuilder cells = new StringBuilder();
    for (int percent : percents) {
      cells.append(cell(decimals, at(percent)));
    }
    return cells.append(cell(decimals, most())).toString();
  }

  private static String cell(int decimals, double figure) {
    return String.format(Locale.ROOT, " %,." + decimals + "f |", figure);
  }
}
