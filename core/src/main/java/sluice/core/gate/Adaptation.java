package sluice.core.gate;

/**
 * What adaptiveConcurrency has learned about one partition. Immutable, thread-safe.
 *
 * @param currentMax jobs that may be in flight at present
 * @param ewmaLagMillis exponentially weighted moving average of the queue lag, milliseconds
 * @param sampleCount observations so far
 * @param recent the outcomes of about the last window
 */
public record Adaptation(
    int currentMax, double ewmaLagMillis, long sampleCount, RecentOutcomes recent) {

  /** Nothing learned. */
  public static final Adaptation NONE = new Adaptation(0, 0, 0, RecentOutcomes.NONE);
}
