package sluice.ejb.forward;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;

/**
 * One attempt on its way to the work queue.
 *
 * @param id the job's id
 * @param attempt 1 for the first attempt; {@code id:attempt} is the broker's duplicate id
 * @param labels policy, namespace and job key as staged
 * @param terms when it was admitted and until when it may begin
 * @param message the producer's message
 */
public record ForwardedJob(long id, int attempt, Labels labels, Terms terms, JobMessage message) {

  /** As staged. */
  public record Labels(String policy, String namespace, @Nullable String jobKey) {}

  /**
   * The terms of an attempt.
   *
   * @param admittedAt by the database's clock
   * @param lease how long a worker may hold the job without a heartbeat
   * @param timeToLive how long the message may wait in the work queue from now on: ends just before
   *     the lease and no later than the producer's own expiration
   * @param beginBefore the same end as an instant of the database's clock, so that a node whose
   *     clock is wrong neither takes a message away before its time nor leaves it there after it
   */
  public record Terms(
      Instant admittedAt, Duration lease, Duration timeToLive, Instant beginBefore) {}
}
