package sluice.web.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A scale from 0 to a round number, in a few steps.
 *
 * @param step between two ticks: 1, 2 or 5 times a power of ten
 * @param steps how many, 1 to {@value #MOST}
 */
record Scale(double step, int steps) {
  private static final int MOST = 4;

  /** The smallest scale that has room for a value. */
  static Scale upTo(double most, boolean whole) {
    double least = Math.max(most / MOST, whole ? 1 : 1e-3);
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5, 10}) {
      double step = factor * power;
      if (step * MOST >= most * (1 - 1e-9) && (!whole || step >= 1)) {
        return new Scale(step, Math.max(1, (int) Math.ceil(most / step - 1e-9)));
      }
    }
    throw new IllegalArgumentException("no scale up to " + most);
  }

  double top() {
    return step * steps;
  }

  /** From 0 to the top. */
  List<Double> ticks() {
    return IntStream.rangeClosed(0, steps).mapToObj(i -> i * step).toList();
  }
}
