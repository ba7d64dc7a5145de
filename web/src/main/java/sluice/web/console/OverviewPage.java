package sluice.web.console;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.namespace.NamespaceState;
import sluice.ejb.namespace.Namespaces;
import sluice.ejb.observe.Busy;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.observe.Pace;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.observe.Stats;
import sluice.ejb.observe.Timeline;
import sluice.ejb.observe.Whole;
import sluice.web.chart.Sparkline;

/** Behind {@code overview.xhtml}: the whole, and all policies with their figures. */
@Named("overview")
@RequestScoped
public class OverviewPage {
  /** Policies on a page. */
  static final int SIZE = 50;

  private static final int SPARK_MINUTES = 30;
  private static final int TENANTS = 12;
  private static final int LEASES = 100;
  private static final Comparator<PolicyFigures> MOST_PENDING =
      Comparator.comparingLong((PolicyFigures policy) -> policy.counts().alive().pending())
          .reversed()
          .thenComparing(policy -> policy.head().name());

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Timeline timeline;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup jobs;

  private boolean opened;
  private @Nullable Seen seen;

  /** What was read. */
  private record Seen(
      Stats stats, Policies policies, Backlog backlog, Load load, List<NamespaceState> tenants) {}

  private record Policies(List<PolicyLine> lines, Map<String, List<Long>> admitted, Steps steps) {}

  private record Load(Pace pace, Busy busy, long expiredLeases) {}

  /** Reads the figures, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      Whole whole = figures.whole();
      Stats stats = whole.stats();
      seen =
          new Seen(
              stats,
              policies(whole.policies()),
              new Backlog(stats.totals().alive(), timeline.hour(null)),
              new Load(timeline.pace(), timeline.busy(), expiredLeases(stats.readAt())),
              namespaces.busiest(TENANTS));
    } catch (DatabaseFailed | EJBException e) {
      Trouble.report("overview", e);
    }
  }

  private Policies policies(List<PolicyFigures> all) {
    String asked =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap().get("page");
    Steps steps = Steps.of(asked, all.size(), SIZE);
    List<PolicyLine> lines =
        all.stream()
            .sorted(MOST_PENDING)
            .skip((steps.page() - 1L) * SIZE)
            .limit(SIZE)
            .map(PolicyLine::of)
            .toList();
    List<String> names = lines.stream().map(line -> line.figures().head().name()).toList();
    return new Policies(lines, timeline.admitted(names, SPARK_MINUTES), steps);
  }

  /** Of the attempts whose lease ends first: those whose lease has ended. */
  private long expiredLeases(Instant now) {
    return jobs.list(new JobQuestion("admitted", null, null, null, LEASES)).jobs().stream()
        .map(job -> job.at())
        .filter(end -> end != null && end.isBefore(now))
        .count();
  }

  /** Whether the figures could be read. */
  public boolean isReadable() {
    return seen != null;
  }

  /** Figures over all policies. */
  public Stats getStats() {
    return seen().stats();
  }

  /** The rows of this page, those with most pending jobs first. */
  public List<PolicyLine> getPolicies() {
    return seen().policies().lines();
  }

  /** Other pages. */
  public Steps getSteps() {
    return seen().policies().steps();
  }

  /** A policy's admissions per minute. */
  public Sparkline spark(String policy) {
    return new Sparkline(seen().policies().admitted().getOrDefault(policy, List.of()));
  }

  /** The last hour. */
  public Backlog getBacklog() {
    return seen().backlog();
  }

  /** How busy the ticks are. */
  public Pace getPace() {
    return seen().load().pace();
  }

  /** How many partitions hold a job in flight. */
  public Busy getBusy() {
    return seen().load().busy();
  }

  /** Attempts whose lease has ended and that were not given back yet, as a text. */
  public String getExpiredLeases() {
    long expired = seen().load().expiredLeases();
    return expired >= LEASES ? LEASES + " or more" : Long.toString(expired);
  }

  /** Whether an attempt is overdue. */
  public boolean isOverdue() {
    return seen().load().expiredLeases() > 0;
  }

  /** Namespaces with most jobs in flight. */
  public List<NamespaceState> getTenants() {
    return seen().tenants();
  }

  private Seen seen() {
    return Objects.requireNonNull(seen, "opened and readable");
  }
}
