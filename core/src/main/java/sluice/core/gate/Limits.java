package sluice.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * The limits of a gate for one partition, resolved to numbers; kept on the partition's row. A
 * number that the gate needs and that is null lets nothing go. Which ones a gate needs: a throttle
 * rate, periodMillis and burst; concurrency and globalCap max; adaptiveConcurrency max and all of
 * {@code adaptive}. Immutable, thread-safe.
 *
 * @param rate jobs a period
 * @param periodMillis the period, milliseconds
 * @param burst most tokens a bucket holds
 * @param max most jobs in flight; a fraction counts as nothing (2.7 is 2)
 * @param adaptive what only adaptiveConcurrency has; null for the other gates
 */
public record Limits(
    @Nullable Double rate,
    @Nullable Long periodMillis,
    @Nullable Double burst,
    @Nullable Double max,
    @Nullable AdaptiveLimits adaptive) {

  /** No limit has a value: nothing goes. */
  public static final Limits NONE = new Limits(null, null, null, null, null);

  /** Of a throttle. */
  public static Limits throttle(
      @Nullable Double rate, @Nullable Long periodMillis, @Nullable Double burst) {
    return new Limits(rate, periodMillis, burst, null, null);
  }

  /** Of a concurrency gate or a global cap. */
  public static Limits max(@Nullable Double max) {
    return new Limits(null, null, null, max, null);
  }

  /** Of adaptive concurrency. */
  public static Limits adaptive(@Nullable Double max, AdaptiveLimits adaptive) {
    return new Limits(null, null, null, max, adaptive);
  }
}
