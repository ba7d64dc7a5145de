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
}
