package sluice.core.policy;

import java.time.Duration;
import java.util.Optional;

/**
 * When a failed attempt is tried again: {@code min(backoff · factor^(failures − 1), maxBackoff)},
 * up to a tenth longer by jitter but never longer than maxBackoff and never shorter than without.
 * Deterministic: the caller brings the jitter. Immutable, thread-safe.
 *
 * <p>Source: exponential back-off as in IEEE 802.3, bounded.
 *
 * @param maxAttempts attempts in all, 1–1000
 * @param backoff delay after the first failure
 * @param factor each further delay is this much longer, ≥ 1
 * @param maxBackoff longest delay
 */
public record RetryRule(int maxAttempts, Duration backoff, double factor, Duration maxBackoff) {
  /** Five attempts, from one second to five minutes, doubling. */
  public static final RetryRule DEFAULT =
      new RetryRule(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(5));

  private static final double JITTER = 0.1;

  /** The delay after this many failed attempts, without jitter; empty: no attempts are left. */
  public Optional<Duration> delayAfter(int failures) {
    return delayAfter(failures, 0);
  }

  /**
   * The delay after this many failed attempts; empty: no attempts are left.
   *
   * @param failures attempts that failed, from 1
   * @param jitter at least 0 and below 1
   * @throws IllegalArgumentException when jitter is outside its range
   */
  public Optional<Duration> delayAfter(int failures, double jitter) {
    if (!(jitter >= 0 && jitter < 1)) {
      throw new IllegalArgumentException("jitter " + jitter + ": at least 0 and below 1");
    }
    if (failures >= maxAttempts) {
      return Optional.empty();
    }
    double grown = backoff.toMillis() * Math.pow(factor, Math.max(failures - 1, 0));
    double longest = (double) maxBackoff.toMillis();
    double millis = Math.min(grown * (1 + JITTER * jitter), longest);
    return Optional.of(Duration.ofMillis(Math.round(millis)));
  }
}
