package sluice.web.policy;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.KeyText;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.observe.Minute;
import sluice.ejb.observe.Timeline;
import sluice.ejb.policy.UnknownPolicy;
import sluice.web.chart.Chart;
import sluice.web.console.GateLine;
import sluice.web.console.PartitionLine;
import sluice.web.console.PolicyPage;
import sluice.web.console.Show;
import sluice.web.console.Standing;
import sluice.web.console.Trouble;

/**
 * Behind {@code policy.xhtml}, beside {@link PolicyPage}: what takes more questions. Asked only
 * where the policy is known.
 */
@Named("policyDetail")
@RequestScoped
public class PolicyDetail {
  private static final int WAITING = 25;
  private static final int DEAD = 5;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyPage page;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Timeline timeline;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup jobs;

  private boolean opened;
  private List<Minute> hour = List.of();
  private List<Watched> watched = List.of();
  private List<JobLine> waiting = List.of();
  private List<JobLine> dead = List.of();
  private List<GateUse> gates = List.of();

  /** Reads, once; called before the page is rendered. */
  public void open() {
    page.open();
    if (opened || page.getPolicy() == null) {
      return;
    }
    opened = true;
    try {
      hour = timeline.hour(page.getName());
      waiting = jobs.list(of("pending", WAITING)).jobs();
      dead = jobs.list(of("dead", DEAD)).jobs();
      gates = page.getGates().stream().map(this::use).toList();
      watched = watched();
    } catch (UnknownPolicy e) {
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      Trouble.report("policy", e);
    }
  }

  private JobQuestion of(String state, int most) {
    return new JobQuestion(state, page.getName(), null, null, most);
  }

  private GateUse use(GateLine gate) {
    return new GateUse(
        gate,
        gate.key().isEmpty()
            ? figures.partition(page.getName(), gate.name(), KeyText.ALL).orElse(null)
            : null);
  }

  private List<Watched> watched() {
    String[] words =
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterValuesMap()
            .get("watch");
    boolean paused = page.getFigures() != null && page.getFigures().head().paused();
    Instant now = figures.databaseTime();
    return Watched.named(words).stream()
        .map(named -> new Watched(named.gate(), named.key(), line(named, paused, now)))
        .toList();
  }

  private @Nullable PartitionLine line(Watched named, boolean paused, Instant now) {
    return figures
        .partition(page.getName(), named.gate(), named.key())
        .map(found -> new PartitionLine(found, Standing.of(found, paused, now)))
        .orElse(null);
  }

  /** The last hour: jobs finished per minute and their mean queue lag. */
  public Chart getChart() {
    Show show = new Show();
    return new Chart(
        hour.stream()
            .map(minute ->
                new Chart.Point(minute.at(), minute.jobs().finished(), minute.lagMeanMs()))
            .toList(),
        new Chart.Axis("Jobs finished per minute", true, jobs -> show.count((long) jobs)),
        new Chart.Axis("Mean queue lag", true, show::millis));
  }

  /** Partitions that the address says somebody watches. */
  public List<Watched> getWatched() {
    return watched;
  }

  /** Whether a partition is watched. */
  public boolean watches(String gate, String key) {
    return watched.stream().anyMatch(one -> one.gate().equals(gate) && one.key().equals(key));
  }

  /** Jobs that wait. */
  public List<JobLine> getWaiting() {
    return waiting;
  }

  /** Dead jobs, longest dead first. */
  public List<JobLine> getDead() {
    return dead;
  }

  /** Its gates and how far they are used. */
  public List<GateUse> getGates() {
    return gates;
  }
}
