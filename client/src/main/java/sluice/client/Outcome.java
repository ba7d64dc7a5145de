package sluice.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * A handler's word on an attempt. Each kind tells Sluice something else about what comes next, so
 * choose by what should happen to the job, not by what went wrong.
 */
public sealed interface Outcome {

  /** The job is done. */
  record Success() implements Outcome {}

  /**
   * The attempt failed: it counts, and the policy's retry rule says whether and when there is
   * another.
   *
   * @param error for the console; cut at {@link WireFormat#ERROR_MAX_LENGTH}
   * @param retryAfter how long the lane's throttled partition stays closed; zero for not at all
   */
  record Failure(String error, Duration retryAfter) implements Outcome {
    public Failure {
      error = cut(error);
      retryAfter = notNegative(retryAfter);
    }
  }

  /**
   * The job can never succeed: no retry, it goes to the dead jobs.
   *
   * @param error for the console; cut at {@link WireFormat#ERROR_MAX_LENGTH}
   */
  record Reject(String error) implements Outcome {
    public Reject {
      error = cut(error);
    }
  }

  /**
   * Not now: the job goes back to its lane and no attempt is used.
   *
   * @param retryAfter how long the lane's throttled partition stays closed; zero for not at all
   */
  record Later(Duration retryAfter) implements Outcome {
    public Later {
      retryAfter = notNegative(retryAfter);
    }
  }

  /** The job is done. */
  static Outcome success() {
    return new Success();
  }

  /** The attempt failed; the retry rule decides. */
  static Outcome failure(String error) {
    return new Failure(error, Duration.ZERO);
  }

  /** The attempt failed, and the service behind it asks for a pause (429 with Retry-After). */
  static Outcome failure(String error, Duration retryAfter) {
    return new Failure(error, retryAfter);
  }

  /** The job can never succeed. */
  static Outcome reject(String error) {
    return new Reject(error);
  }

  /** Not now; no attempt is used. */
  static Outcome later(Duration retryAfter) {
    return new Later(retryAfter);
  }

  private static String cut(String text) {
    int max = WireFormat.ERROR_MAX_LENGTH;
    if (requireNonNull(text, "error").length() <= max) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
  }

  /** A service's "retry after" may lie in the past already. */
  private static Duration notNegative(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
