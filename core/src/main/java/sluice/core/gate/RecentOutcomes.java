package sluice.core.gate;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many attempts ended about within the last window, and how many of them failed: counts that
 * fade by e^(−elapsed/window), so that the window slides without a list of outcomes, and a single
 * failure at the beginning of a window is weighed against what was before. Immutable, thread-safe.
 *
 * @param outcomes ended attempts, faded
 * @param failures failed ones among them, faded
 * @param observedAt when the counts were last faded; null: never
 * @param decreasedAt when the current max was last lowered; null: never
 */
public record RecentOutcomes(
    double outcomes, double failures, @Nullable Instant observedAt, @Nullable Instant decreasedAt) {

  /** No outcomes yet. */
  public static final RecentOutcomes NONE = new RecentOutcomes(0, 0, null, null);

  private static final double TENTH = 0.1 - 1e-9;

  RecentOutcomes with(boolean failed, Instant now, Duration window) {
    double elapsed = observedAt == null ? 0 : Throttle.secondsBetween(observedAt, now);
    double kept = Math.exp(-elapsed / (window.toMillis() / 1000.0));
    return new RecentOutcomes(
        faded(outcomes, kept) + 1, faded(failures, kept) + (failed ? 1 : 0), now, decreasedAt);
  }

  RecentOutcomes decreased(Instant now) {
    return new RecentOutcomes(outcomes, failures, observedAt, now);
  }

  /** Failures are at least a tenth of the outcomes. */
  boolean failing() {
    return failures >= outcomes * TENTH;
  }

  /**
   * No decrease within the window; a stamp further ahead than a window is a clock that was set
   * back.
   */
  boolean mayDecrease(Instant now, Duration window) {
    return decreasedAt == null
        || !now.isBefore(decreasedAt.plus(window))
        || now.isBefore(decreasedAt.minus(window));
  }

  private static double faded(double count, double kept) {
    return count > 0 && Double.isFinite(count) ? count * kept : 0;
  }
}
