package sluice.ejb.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened in one minute.
 *
 * @param at its begin
 * @param jobs how many jobs and attempts went through
 * @param expired jobs that came too late to be admitted
 * @param lagMeanMs mean queue lag (admitted to started) of the attempts begun; null when none was
 */
public record Minute(Instant at, Stats.Flow jobs, long expired, @Nullable Double lagMeanMs) {
  /** A minute in which nothing happened. */
  static Minute quiet(Instant at) {
    return new Minute(at, new Stats.Flow(0, 0, 0, 0, 0), 0, null);
  }
}
