package sluice.ejb.observe;

import java.util.Collection;

/**
 * Durations of the ticks of the last five minutes that admitted something, in milliseconds.
 *
 * @param count how many, at most the last 200 of each policy
 * @param meanMs mean; 0 without ticks
 * @param p95Ms what 95 in 100 did not exceed; over several policies the largest of theirs
 * @param maxMs longest
 */
public record TickTimes(long count, double meanMs, double p95Ms, double maxMs) {
  /** No ticks. */
  public static final TickTimes NONE = new TickTimes(0, 0, 0, 0);

  /** All of them together. */
  public static TickTimes over(Collection<TickTimes> all) {
    TickTimes sum = NONE;
    for (TickTimes one : all) {
      long count = sum.count() + one.count();
      double mean =
          count == 0 ? 0 : (sum.meanMs() * sum.count() + one.meanMs() * one.count()) / count;
      sum =
          new TickTimes(
              count, mean, Math.max(sum.p95Ms(), one.p95Ms()), Math.max(sum.maxMs(), one.maxMs()));
    }
    return sum;
  }
}
