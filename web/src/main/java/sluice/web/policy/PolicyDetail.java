package sluice.web.policy;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.FairLag;
import sluice.core.policy.KeyText;
import sluice.ejb.control.WaitingJobs;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.observe.Minute;
import sluice.ejb.observe.Observations;
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

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private WaitingJobs order;

  private boolean opened;
  private List<Minute> hour = List.of();
  private List<Watched> watched = List.of();
  private List<NextJob> waiting = List.of();
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
      waiting = waiting();
      dead = jobs.list(of("dead", DEAD)).jobs();
      gates = page.getGates().stream().map(this::use).toList();
      watched = watched();
    } catch (UnknownPolicy e) {
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      Trouble.report("policy", e);
    }
  }

  private List<NextJob> waiting() {
    boolean paused = page.getFigures() != null && page.getFigures().head().paused();
    return NextJob.of(
        order.first(page.getName(), WAITING), jobs.list(of("pending", WAITING)).jobs(), paused);
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
    List<Watched> named = Watched.named(words);
    List<List<Observations.@Nullable Ended>> minutes =
        timeline.minutesOf(
            page.getName(),
            named.stream().map(one -> new Timeline.Named(one.gate(), one.key())).toList());
    return IntStream.range(0, named.size())
        .mapToObj(i -> {
          Watched one = named.get(i);
          List<Long> ended =
              minutes.get(i).stream().map(seen -> seen == null ? 0L : seen.completed()).toList();
          return new Watched(one.gate(), one.key(), line(one, paused, now), ended);
        })
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

  /** The largest lag measured; a dash if two never had work at once. */
  public String getFairness() {
    FairLag lag = lag();
    return lag.bound() == 0 ? Show.NONE : new Show().decimal(lag.lag());
  }

  /** The bound of the largest lag, in words. */
  public String getFairnessBound() {
    FairLag lag = lag();
    return lag.bound() == 0
        ? "no two tenants could go at once; who sleeps at a gate does not count"
        : "of at most " + new Show().decimal(lag.bound()) + (lag.bound() == 1 ? " job" : " jobs");
  }

  /** Whether more than the bound was measured. */
  public boolean isUnfair() {
    return lag().lag() > lag().bound() * (1 + 1e-9);
  }

  private FairLag lag() {
    return page.getFigures() == null ? FairLag.NONE : page.getFigures().recent().fairLag();
  }

  /** Partitions that the address says somebody watches. */
  public List<Watched> getWatched() {
    return watched;
  }

  /** Whether a partition is watched. */
  public boolean watches(String gate, String key) {
    return watched.stream().anyMatch(one -> one.gate().equals(gate) && one.key().equals(key));
  }

  /** The first jobs that wait, in the order of admission. */
  public List<NextJob> getWaiting() {
    return waiting;
  }

  /** Most waiting jobs shown. */
  public int getWaitingMost() {
    return WAITING;
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
