package sluice.ejb.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How many jobs waited, due or not, at the end of each of the last minutes, counted back from how
 * many do now: what came in is taken off, what went is put on. Retries count as back at once. Jobs
 * cancelled, and dead ones tried again, are not recorded by the minute and stand as they are now.
 * For hints and pages. Stateless.
 */
public final class WaitingSeries {
  private WaitingSeries() {}

  /**
   * The series, oldest first.
   *
   * @param waiting jobs pending or scheduled now
   * @param minutes of the policy, or of all together; oldest first
   * @param points how many points are wanted
   */
  public static List<Long> of(long waiting, List<Minute> minutes, int points) {
    List<Long> series = new ArrayList<>();
    long at = waiting;
    for (int i = minutes.size() - 1; i >= 0 && series.size() < points; i--) {
      series.add(Math.max(0, at));
      Minute.Seen seen = minutes.get(i).seen();
      if (seen != null) {
        Stats.Flow jobs = seen.jobs();
        long back = jobs.failed() - jobs.dead();
        at += jobs.admitted() + seen.expired() - jobs.accepted() - back;
      }
    }
    Collections.reverse(series);
    return series;
  }
}
