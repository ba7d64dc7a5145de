package sluice.web.nodes;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.Pace;
import sluice.ejb.observe.Stats;
import sluice.ejb.observe.Timeline;
import sluice.ejb.observe.Upkeep;
import sluice.web.console.Trouble;

/** Behind {@code nodes.xhtml}: whether ticks, chores and the outbox keep going. */
@Named("nodesPage")
@RequestScoped
public class NodesPage {
  private static final int SHOWN = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Timeline timeline;

  private boolean opened;
  private @Nullable Stats stats;
  private @Nullable Pace pace;

  /** When a policy had its last tick. */
  public record LastTick(String policy, Instant at) {}

  /** Reads the figures, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      pace = timeline.pace();
      stats = figures.stats();
    } catch (DatabaseFailed | EJBException e) {
      Trouble.report("nodes", e);
    }
  }

  /** Whether the figures could be read. */
  public boolean isReadable() {
    return stats != null;
  }

  /** The whole. */
  public Stats getStats() {
    return Objects.requireNonNull(stats, "opened and readable");
  }

  /** How busy the ticks are. */
  public Pace getPace() {
    return Objects.requireNonNull(pace, "opened and readable");
  }

  /** Chores of housekeeping. */
  public List<Upkeep.Chore> getChores() {
    return getStats().upkeep().chores().stream().filter(chore -> !chore.check()).toList();
  }

  /** Comparisons of the auditor. */
  public List<Upkeep.Chore> getChecks() {
    return getStats().upkeep().chores().stream().filter(Upkeep.Chore::check).toList();
  }

  /** The policies whose last tick is longest ago. */
  public List<LastTick> getTicks() {
    return getStats().lastTicks().entrySet().stream()
        .map(entry -> new LastTick(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparing(LastTick::at))
        .limit(SHOWN)
        .toList();
  }

  /** Milliseconds since the youngest of the last ticks; null without one. */
  public @Nullable Double getYoungestTickMs() {
    Stats known = getStats();
    return known.lastTicks().values().stream()
        .max(Comparator.naturalOrder())
        .map(at -> (double) Math.max(0, Duration.between(at, known.readAt()).toMillis()))
        .orElse(null);
  }
}
