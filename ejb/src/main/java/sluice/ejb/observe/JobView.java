package sluice.ejb.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;

/**
 * One job as people see it, wherever it is.
 *
 * @param id its number
 * @param state a word of {@link sluice.core.job.JobState}
 * @param labels what it is called
 * @param progress attempts and times
 * @param payload its message; null once it is over, unless it is dead
 */
public record JobView(
    long id, String state, Labels labels, Progress progress, @Nullable Payload payload) {

  /** What a job is called; the policy is null when it was deleted. */
  public record Labels(
      @Nullable String policy,
      String namespace,
      @Nullable String jobKey,
      @Nullable String dedupeKey,
      @Nullable Integer priority) {}

  /**
   * Attempts.
   *
   * @param attempt number of the current or last attempt, 0 before the first
   * @param failures attempts used up; null once it is over
   * @param cause why it died; null otherwise
   * @param lastError what the worker said last
   */
  public record Progress(
      int attempt,
      @Nullable Integer failures,
      @Nullable String cause,
      @Nullable String lastError,
      Times times) {}

  /** When things happened; null what did not or is not known any more. */
  public record Times(Instant stagedAt, Waiting waiting, Running running) {}

  /** Of a job that waits. */
  public record Waiting(@Nullable Instant eligibleAt, @Nullable Instant expiresAt) {}

  /** Of the last attempt. */
  public record Running(
      @Nullable Instant admittedAt,
      @Nullable Instant leaseExpiresAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt) {}

  /**
   * The message.
   *
   * @param message head and properties; the body only where it was asked for
   * @param bodyLength bytes of the body; null for a message without one
   */
  public record Payload(JobMessage message, @Nullable Integer bodyLength) {}
}
