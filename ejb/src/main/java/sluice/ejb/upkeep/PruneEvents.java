package sluice.ejb.upkeep;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import sluice.sql.SqlStatement;

/**
 * Prunes the oldest events that the broker has. Subscribers who come back later than that are given
 * a snapshot.
 *
 * @param keep how long events are kept
 */
public record PruneEvents(Duration keep) implements Chore {
  private static final Logger LOG = System.getLogger(PruneEvents.class.getName());
  private static final SqlStatement PRUNE = SqlStatement.named("upkeep/prune_events");
  private static final int STEP = 5_000;

  /** The chore; none if events are kept for ever: {@code sluice.retention.events}. */
  public static List<Chore> chores(Function<String, Optional<String>> settings) {
    List<String> faults = new ArrayList<>();
    Optional<Duration> keep =
        new Retention.Reading(settings, faults)
            .of("sluice.retention.events", Duration.ofHours(1), Duration.ofMinutes(1));
    faults.forEach(f -> LOG.log(Level.WARNING, "event=setting-refused fault=\"{0}\"", f));
    return keep.<List<Chore>>map(time -> List.of(new PruneEvents(time))).orElse(List.of());
  }

  @Override
  public String name() {
    return "prune-events";
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(30);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    int pruned = PRUNE.on(connection).set("keep_ms", keep.toMillis()).set("limit", STEP).update();
    return pruned == 0 ? Step.last(0) : Step.to(0, pruned);
  }
}
