package sluice.ejb.engine;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.ejb.auditor.Auditor;
import sluice.ejb.upkeep.Chore;
import sluice.ejb.upkeep.Chores;
import sluice.ejb.upkeep.Retention;
import sluice.ejb.upkeep.StandardChores;

/** Housekeeping and the auditor on an engine, one whole round when asked. Thread-safe. */
final class Upkeep {
  private final Engine engine;
  private final List<Chore> chores;

  Upkeep(Engine engine, Duration idle) {
    this.engine = engine;
    Optional<Duration> week = Optional.of(Duration.ofDays(7));
    Optional<Duration> day = Optional.of(Duration.ofDays(1));
    Retention retention =
        new Retention(
            week,
            day,
            week,
            Optional.of(Duration.ofDays(365)),
            Optional.of(idle),
            new Retention.Observed(
                Optional.of(Duration.ofHours(2)), Optional.of(Duration.ofDays(30))),
            List.of());
    chores = new ArrayList<>(StandardChores.of(retention, engine));
    chores.addAll(Auditor.checks());
    engine.inTransaction(c -> {
      Chores.register(c, chores);
      return true;
    });
  }

  /** Does one round of each of these chores, each step in a transaction. */
  void round(String... names) throws SQLException {
    for (String name : names) {
      long before = rounds(name);
      do {
        step(name);
      } while (rounds(name) == before);
    }
  }

  /** Does one step of a chore, due or not. */
  void step(String name) throws SQLException {
    engine.database.execute(
        "update chore set due_at = clock_timestamp() where name = '%s'".formatted(name));
    engine.inTransaction(c -> Chores.step(c, chore(name)));
  }

  /** Marks, fences and collects until what can go is gone. */
  void collect() throws SQLException {
    round("mark-lanes", "fence-marks", "collect-lanes");
    round("fence-marks", "collect-shares", "collect-partitions");
  }

  /** One round of all comparisons; the differences found. */
  long audit() throws SQLException {
    round("check-slots", "check-lanes", "check-figures");
    return engine.number("select sum(last_found) from chore where name like 'check-%'");
  }

  Chore chore(String name) {
    return chores.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private long rounds(String name) throws SQLException {
    return engine.number(
        "select coalesce((extract(epoch from ended_at) * 1000000)::bigint, 0) from chore where name = '%s'"
            .formatted(name));
  }
}
