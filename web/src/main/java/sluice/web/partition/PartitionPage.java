package sluice.web.partition;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.CapChange;
import sluice.ejb.control.PartitionName;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.explain.Explained;
import sluice.ejb.explain.Explaining;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.Observations;
import sluice.ejb.observe.PartitionView;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.observe.Timeline;
import sluice.ejb.policy.UnknownPolicy;
import sluice.web.chart.Chart;
import sluice.web.console.GateLine;
import sluice.web.console.Show;
import sluice.web.console.Standing;
import sluice.web.console.Trouble;

/** Behind {@code partition.xhtml}; everything follows from the page's address. */
@Named("partitionPage")
@RequestScoped
public class PartitionPage {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Explaining explaining;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Timeline timeline;

  private boolean opened;
  private boolean readable = true;
  private @Nullable PolicyFigures policy;
  private @Nullable PartitionView partition;
  private @Nullable Explained next;
  private @Nullable Instant now;
  private List<Timeline.Hour> day = List.of();

  /** Reads the partition, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      policy = figures.policy(getName().policy()).orElse(null);
      if (policy == null) {
        Trouble.status(404);
        return;
      }
      PartitionName name = getName();
      now = figures.databaseTime();
      partition = figures.partition(name.policy(), name.gate(), name.key()).orElse(null);
      next = explaining.partition(name.policy(), name.gate(), name.key()).orElse(null);
      day = timeline.day(name.policy(), new Timeline.Named(name.gate(), name.key()));
      if (!isKnown()) {
        Trouble.status(404);
      }
    } catch (UnknownPolicy e) {
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("partition", e);
    }
  }

  /** Which partition the address means. */
  public PartitionName getName() {
    return named();
  }

  static PartitionName named() {
    Map<String, String> given =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
    return new PartitionName(
        Trouble.usable(given.get("policy")),
        Trouble.usable(given.get("source")),
        Trouble.usable(given.get("key")));
  }

  /** Whether it could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** Whether there is such a partition, or could be: its gate is one of the policy's. */
  public boolean isKnown() {
    return partition != null || isGated();
  }

  /** Whether its policy has its gate, so that it can be acted on. */
  public boolean isGated() {
    return getGate() != null;
  }

  /** Its gate as the policy writes it; null when the version in force has none of this name. */
  public @Nullable GateLine getGate() {
    PolicyFigures shown = policy;
    return shown == null
        ? null
        : GateLine.of(shown.head().document()).stream()
            .filter(gate -> gate.name().equals(getName().gate()))
            .findFirst()
            .orElse(null);
  }

  /** Its policy; null when there is none of this name. */
  public @Nullable PolicyFigures getPolicy() {
    return policy;
  }

  /** The partition; null when no job has named it. */
  public @Nullable PartitionView getPartition() {
    return partition;
  }

  /** Whether it is open. */
  public @Nullable Standing getStanding() {
    PartitionView shown = partition;
    Instant at = now;
    return shown == null || policy == null || at == null
        ? null
        : Standing.of(shown, policy.head().paused(), at);
  }

  /** Whether its limit is a rate. */
  public boolean isRated() {
    GateLine gate = getGate();
    return gate != null && gate.type().equals("throttle");
  }

  /** What a self-tuning limit last changed by, in words; null if it never did. */
  public @Nullable String getChanged() {
    CapChange change = partition == null ? null : partition.door().capChange();
    if (change == null) {
      return null;
    }
    return "from "
        + change.from()
        + switch (change.cause()) {
          case GROWTH -> ", since jobs were started in time";
          case LAG -> ", since jobs were started late";
          case FAILURES -> ", since jobs failed";
        };
  }

  /** When a self-tuning limit last changed. */
  public @Nullable Instant getChangedAt() {
    CapChange change = partition == null ? null : partition.door().capChange();
    return change == null ? null : change.at();
  }

  /** What the gates say to its next job. */
  public @Nullable Explained getNext() {
    return next;
  }

  /** The last 24 hours: attempts that ended and their mean queue lag. */
  public Chart getDay() {
    Show show = new Show();
    return new Chart(
        day.stream().map(PartitionPage::point).toList(),
        new Chart.Axis("Attempts ended per hour", true, ended -> show.count((long) ended)),
        new Chart.Axis("Mean queue lag", true, show::millis));
  }

  private static Chart.Point point(Timeline.Hour hour) {
    Observations.Ended seen = hour.seen();
    return seen == null
        ? new Chart.Point(hour.at(), 0, null)
        : new Chart.Point(hour.at(), seen.completed(), seen.lagMeanMs());
  }

  /** Attempts that failed or were lost in the last 24 hours. */
  public long getFailed() {
    return day.stream()
        .map(Timeline.Hour::seen)
        .filter(Objects::nonNull)
        .mapToLong(Observations.Ended::failed)
        .sum();
  }

  /** The moment of the figures, by the database's clock. */
  public @Nullable Instant getNow() {
    return now;
  }
}
