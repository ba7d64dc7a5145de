package sluice.ejb.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One minute of a policy, each job and attempt counted once.
 *
 * @param at its begin
 * @param seen what was seen; null = nothing happened: a gap, not a zero
 */
public record Minute(Instant at, @Nullable Seen seen) {
  /**
   * What was seen.
   *
   * @param jobs jobs and attempts that went through
   * @param expired jobs too late to be admitted
   * @param lagMeanMs mean queue lag of the attempts begun; null when none was
   */
  public record Seen(Stats.Flow jobs, long expired, @Nullable Double lagMeanMs) {}

  /** Jobs and attempts that went through; zeros where nothing happened. */
  public Stats.Flow jobs() {
    return seen == null ? new Stats.Flow(0, 0, 0, 0, 0) : seen.jobs();
  }

  /** Jobs too late to be admitted. */
  public long expired() {
    return seen == null ? 0 : seen.expired();
  }

  /** Mean queue lag of the attempts begun; null when none was. */
  public @Nullable Double lagMeanMs() {
    return seen == null ? null : seen.lagMeanMs();
  }
}
