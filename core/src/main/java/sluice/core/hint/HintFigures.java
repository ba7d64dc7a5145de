package sluice.core.hint;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * What hints are read from: figures of one policy, or of all.
 *
 * @param paused the policy is paused
 * @param backlog what waits
 * @param flow what goes
 * @param load what it costs
 * @param difference what the auditor found off
 */
public record HintFigures(boolean paused, Backlog backlog, Flow flow, Load load, long difference) {

  /**
   * What waits.
   *
   * @param pending jobs that may be admitted
   * @param eligibleFor for how long the oldest of them could go; zero without one
   * @param trend jobs not over at equal distances over the last 30 minutes, oldest first
   * @param unseen staged batches that no tick has looked at for 10 s
   * @param held what holds it back
   */
  public record Backlog(
      long pending, Duration eligibleFor, List<Long> trend, long unseen, Held held) {}

  /**
   * What holds the backlog back.
   *
   * @param often why lanes were held back most often in the last minutes; null when none was
   * @param now why the oldest job cannot go at this moment; null when nothing holds it
   * @param inFlight jobs in flight that hold the slots it waits for
   */
  public record Held(@Nullable Reason often, @Nullable Reason now, long inFlight) {}

  /**
   * What goes.
   *
   * @param admittedLastMinute jobs admitted in the last full minute
   * @param admittedSince jobs admitted since the begin of the last full minute
   * @param unforwarded jobs admitted that the broker has not taken for 10 s
   * @param targetPerSecond jobs a second that the deployment was measured for; 0 = not known
   */
  public record Flow(
      long admittedLastMinute, long admittedSince, long unforwarded, int targetPerSecond) {}

  /**
   * What it costs.
   *
   * @param tickMean mean duration of the ticks of the last minutes that admitted something
   * @param tickLimit how long a tick may take; zero = not asked
   * @param partitions gate partitions
   */
  public record Load(Duration tickMean, Duration tickLimit, long partitions) {}
}
