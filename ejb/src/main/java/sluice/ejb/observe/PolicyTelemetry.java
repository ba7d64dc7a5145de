package sluice.ejb.observe;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * What a policy did: for metrics, management beans and hints.
 *
 * @param name the policy
 * @param totals since the policy was made
 * @param denied how often a tick let nothing of a lane go since the policy was made, by reason
 * @param recent the last minutes
 * @param queue what stands between stages
 */
public record PolicyTelemetry(
    String name, Totals totals, Map<String, Long> denied, Recent recent, Queue queue) {

  /**
   * Figures that only grow.
   *
   * @param admitted jobs admitted, with every attempt
   * @param failed attempts failed or lost
   * @param died jobs that went to the dead jobs
   * @param stale words on attempts that were not current any more
   * @param started attempts whose start is known, with the sum of their queue lags
   */
  public record Totals(long admitted, long failed, long died, long stale, Started started) {}

  /** Attempts whose start is known, and the sum of their queue lags in milliseconds. */
  public record Started(long attempts, long lagMs) {}

  /**
   * The last minutes.
   *
   * @param lag of the last five
   * @param ticks of the last five
   * @param minute the last full minute
   * @param admittedSince jobs admitted since the begin of that minute
   */
  public record Recent(Lag lag, TickTimes ticks, Stats.Flow minute, long admittedSince) {}

  /**
   * What stands between stages.
   *
   * @param openBatches batches that the broker has not taken
   * @param openSince the oldest of them; null without one
   * @param unforwarded jobs that it has not taken for 10 s
   * @param unseen batches staged that no tick has looked at for 10 s
   * @param held what holds the oldest pending job
   */
  public record Queue(
      long openBatches, @Nullable Instant openSince, long unforwarded, long unseen, Held held) {}

  /**
   * What holds a job at this moment.
   *
   * @param by why it cannot go; null when nothing holds it, so that the next tick would look at it
   * @param inFlight jobs in flight in the partition that it waits for
   */
  public record Held(@Nullable Reason by, long inFlight) {}
}
