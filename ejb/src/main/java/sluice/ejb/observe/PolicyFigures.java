package sluice.ejb.observe;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.FairLag;

/**
 * A policy with its figures, all of one moment.
 *
 * @param head what it is
 * @param counts where its jobs are
 * @param recent what it did lately
 * @param waiting how long its jobs wait
 */
public record PolicyFigures(Head head, Counts counts, Recent recent, Waiting waiting) {

  /**
   * What a policy is.
   *
   * @param document the version in force as JSON
   * @param inFiles whether it stands in the folder of policy files
   */
  public record Head(String name, int version, boolean paused, boolean inFiles, String document) {}

  /** Where its jobs are; {@code accepted} = {@code alive} + {@code ended}, always. */
  public record Counts(long accepted, Alive alive, Ended ended) {}

  /** Jobs that are not over. */
  public record Alive(long pending, long scheduled, long inFlight) {}

  /** Jobs that are over, since the policy was made. */
  public record Ended(long finished, long dead, long cancelled, long expired) {}

  /**
   * What happened lately.
   *
   * @param completed24h jobs finished in the last 24 hours
   * @param failed24h attempts failed in the last 24 hours
   * @param deniedByReason how often a tick let nothing of a lane go in the last 5 minutes
   * @param fairLag of the tick of the last 24 hours that came nearest to its bound
   * @param lastTickAt null before the first tick
   */
  public record Recent(
      long completed24h,
      long failed24h,
      Map<String, Long> deniedByReason,
      FairLag fairLag,
      @Nullable Instant lastTickAt) {}

  /**
   * How long its jobs wait.
   *
   * @param oldestEligibleAt since when the oldest pending job could go; null without one
   * @param stale it could go for more than an hour
   */
  public record Waiting(@Nullable Instant oldestEligibleAt, boolean stale) {}
}
