package sluice.web.console;

import java.util.ArrayList;
import java.util.List;
import sluice.core.hint.Trend;
import sluice.ejb.observe.BacklogSeries;
import sluice.ejb.observe.Minute;
import sluice.ejb.observe.PolicyFigures;
import sluice.web.chart.Chart;

/**
 * Jobs that are not over, minute by minute: the same series that hints read.
 *
 * @param alive jobs that are not over now
 * @param hour the last minutes, the one under way last
 */
public record Backlog(PolicyFigures.Alive alive, List<Minute> hour) {
  /** At the end of each minute. */
  public List<Long> series() {
    return BacklogSeries.of(alive, hour, hour.size());
  }

  /** Where it goes, by the last half hour. */
  public Trend trend() {
    List<Long> series = series();
    return Trend.of(series.subList(series.size() / 2, series.size()));
  }

  /** The trend in a word. */
  public String word() {
    return switch (trend()) {
      case UP -> "rising";
      case FLAT -> "steady";
      case DOWN -> "falling";
    };
  }

  /** The trend as an arrow. */
  public String arrow() {
    return switch (trend()) {
      case UP -> "↗";
      case FLAT -> "→";
      case DOWN -> "↘";
    };
  }

  /** Admissions and the backlog, as a chart. */
  public Chart chart() {
    List<Long> series = series();
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 0; i < hour.size(); i++) {
      Minute minute = hour.get(i);
      points.add(new Chart.Point(minute.at(), minute.jobs().admitted(), (double) series.get(i)));
    }
    Show show = new Show();
    return new Chart(
        points,
        new Chart.Axis("Jobs admitted per minute", true, jobs -> show.count((long) jobs)),
        new Chart.Axis("Jobs not over", true, jobs -> show.count((long) jobs)));
  }
}
