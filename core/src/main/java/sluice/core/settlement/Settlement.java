package sluice.core.settlement;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.job.Outcome;
import sluice.core.policy.RetryRule;

/** What becomes of a job whose attempt ended. Values; thread-safe. */
public sealed interface Settlement {
  /** The job is done. */
  record Finish() implements Settlement {}

  /**
   * The job is tried again.
   *
   * @param failures attempts used up so far
   * @param delay until it may be admitted again
   */
  record Retry(int failures, Duration delay) implements Settlement {}

  /**
   * The job goes to the dead jobs.
   *
   * @param failures attempts used up
   * @param cause why, as a stable word
   */
  record Bury(int failures, Cause cause) implements Settlement {}

  /** Why a job died. */
  enum Cause {
    /** The last attempt that the retry rule grants failed. */
    OUT_OF_ATTEMPTS,
    /** The last attempt that the retry rule grants was lost: no word within the lease. */
    LEASE_LOST,
    /** A worker called it poison. */
    REJECTED
  }

  /**
   * Decides.
   *
   * @param outcome the worker's word
   * @param failures attempts used up before this one
   * @param rule the policy's retry rule
   * @param retryAfter how long the worker asked to wait; null = it did not say
   * @param jitter in [0, 1): spreads retries of jobs that failed together
   */
  static Settlement decide(
      Outcome outcome, int failures, RetryRule rule, @Nullable Duration retryAfter, double jitter) {
    return switch (outcome) {
      case SUCCESS -> new Finish();
      case REJECT -> new Bury(failures + 1, Cause.REJECTED);
      case LATER -> new Retry(failures, retryAfter == null ? rule.backoff() : retryAfter);
      case FAILURE -> again(failures + 1, rule, retryAfter, jitter, Cause.OUT_OF_ATTEMPTS);
      case LOST -> again(failures + 1, rule, retryAfter, jitter, Cause.LEASE_LOST);
    };
  }

  private static Settlement again(
      int failures, RetryRule rule, @Nullable Duration retryAfter, double jitter, Cause cause) {
    Optional<Duration> delay = rule.delayAfter(failures, jitter);
    if (delay.isEmpty()) {
      return new Bury(failures, cause);
    }
    boolean longer = retryAfter != null && retryAfter.compareTo(delay.get()) > 0;
    return new Retry(failures, longer && retryAfter != null ? retryAfter : delay.get());
  }
}
