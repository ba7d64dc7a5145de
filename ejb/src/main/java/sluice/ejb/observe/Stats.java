package sluice.ejb.observe;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The whole deployment at a glance.
 *
 * @param totals figures over all policies
 * @param lastMinute what happened in the last full minute
 * @param speed queue lags and ticks of the last five minutes
 * @param outbox batches the broker has not taken
 * @param upkeep housekeeping, the auditor's difference, what holds vacuum back
 * @param lastTicks when each policy had its last tick; a policy without one is missing
 * @param readAt the moment, by the database's clock
 */
public record Stats(
    PolicyFigures.Counts totals,
    Minute lastMinute,
    Speed speed,
    Outbox outbox,
    Upkeep upkeep,
    Map<String, Instant> lastTicks,
    Instant readAt) {

  /** Queue lags and durations of ticks. */
  public record Speed(Lag lag, TickTimes ticks) {}

  /**
   * One minute.
   *
   * @param jobs how many jobs and attempts went through
   * @param lagMeanMs mean queue lag (admitted to started) of the attempts begun; null when none was
   */
  public record Minute(Flow jobs, long stale, @Nullable Double lagMeanMs) {}

  /** Jobs accepted, admitted and finished, attempts failed, jobs dead. */
  public record Flow(long accepted, long admitted, long finished, long failed, long dead) {}

  /** The oldest open batch; null and 0 when none is open. */
  public record Outbox(@Nullable Instant oldestAt, long ageMs) {}
}
