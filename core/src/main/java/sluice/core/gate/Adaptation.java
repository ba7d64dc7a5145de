package sluice.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * What adaptiveConcurrency has learned about one partition. Immutable, thread-safe.
 *
 * @param currentMax jobs that may be in flight at present
 * @param ewmaLagMillis exponentially weighted moving average of the queue lag, milliseconds
 * @param sampleCount observations so far
 * @param recent the outcomes of about the last window
 * @param change what the current max last changed by; null: it never did
 */
public record Adaptation(
    int currentMax,
    double ewmaLagMillis,
    long sampleCount,
    RecentOutcomes recent,
    @Nullable CapChange change) {

  /** One whose current max never changed. */
  public Adaptation(int currentMax, double ewmaLagMillis, long sampleCount, RecentOutcomes recent) {
    this(currentMax, ewmaLagMillis, sampleCount, recent, null);
  }

  /** Nothing learned. */
  public static final Adaptation NONE = new Adaptation(0, 0, 0, RecentOutcomes.NONE);
}
