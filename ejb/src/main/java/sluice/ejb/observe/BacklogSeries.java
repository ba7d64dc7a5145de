package sluice.ejb.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How many jobs were not over at the end of each of the last minutes, counted back from how many
 * are now: what came in is taken off, what ended is put on. Attempts that failed or were put off
 * change nothing. Jobs cancelled, and dead ones tried again, are not recorded by the minute and
 * stand as they are now. For hints and pages. Stateless.
 */
public final class BacklogSeries {
  private BacklogSeries() {}

  /**
   * The series, oldest first.
   *
   * @param alive jobs that are not over now
   * @param minutes of the policy, or of all together; oldest first
   * @param points how many points are wanted
   */
  public static List<Long> of(PolicyFigures.Alive alive, List<Minute> minutes, int points) {
    List<Long> series = new ArrayList<>();
    long at = alive.pending() + alive.scheduled() + alive.inFlight();
    for (int i = minutes.size() - 1; i >= 0 && series.size() < points; i--) {
      series.add(Math.max(0, at));
      Minute minute = minutes.get(i);
      at += minute.jobs().finished() + minute.jobs().dead() + minute.expired();
      at -= minute.jobs().accepted();
    }
    Collections.reverse(series);
    return series;
  }
}
