package sluice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rates of several rounds of one measurement, in jobs a second. Not thread-safe. */
final class Rounds {
  private final String what;
  private final List<Double> rates = new ArrayList<>();

  Rounds(String what) {
    this.what = what;
  }

  void add(int jobs, long nanos) {
    rates.add(jobs / (nanos / 1e9));
  }

  String what() {
    return what;
  }

  double median() {
    List<Double> sorted = rates.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  /** A row of the table: what, median, least, most, ratio to another row. */
  String row(Rounds base) {
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f | %,.0f | %.2f |",
        what,
        median(),
        rates.stream().mapToDouble(r -> r).min().orElse(0),
        rates.stream().mapToDouble(r -> r).max().orElse(0),
        median() / base.median());
  }

  static String head() {
    return head("floor");
  }

  /** The table's head; {@code base} is what the last column divides by. */
  static String head(String base) {
    return "| what | jobs/s, median | least | most | ÷ " + base + " |\n|---|---:|---:|---:|---:|";
  }
}
