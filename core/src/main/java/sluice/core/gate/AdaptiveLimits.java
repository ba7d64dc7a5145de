package sluice.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * The limits that only adaptiveConcurrency has. Immutable, thread-safe.
 *
 * @param initialMax jobs in flight to begin with, and whenever nothing is in flight
 * @param targetLagMillis queue lag (admitted to started) that counts as healthy, milliseconds
 * @param min the current max never falls below it
 */
public record AdaptiveLimits(
    @Nullable Double initialMax, @Nullable Long targetLagMillis, @Nullable Double min) {
  /** No limit has a value. */
  static final AdaptiveLimits NONE = new AdaptiveLimits(null, null, null);
}
