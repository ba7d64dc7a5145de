package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.sql.SqlStatement;

/**
 * Prunes the oldest rows of one table, {@value #STEP} looked at in a step.
 *
 * @param name the chore
 * @param statement deletes with {@code keep_ms} and {@code limit}
 * @param keep how long rows are kept
 */
record Prune(String name, SqlStatement statement, Duration keep) implements Chore {
  static final int STEP = 2_000;

  private static final SqlStatement BATCHES = SqlStatement.named("upkeep/prune_batches");
  private static final SqlStatement MINUTES = SqlStatement.named("upkeep/prune_minutes");
  private static final SqlStatement DENIALS = SqlStatement.named("upkeep/prune_denials");
  private static final SqlStatement RECEIPTS = SqlStatement.named("upkeep/prune_receipts");
  private static final SqlStatement OBSERVATIONS = SqlStatement.named("upkeep/prune_observations");
  private static final SqlStatement HOURS = SqlStatement.named("upkeep/prune_hours");
  private static final SqlStatement LAGS = SqlStatement.named("upkeep/prune_lags");
  private static final SqlStatement AUDIT = SqlStatement.named("upkeep/prune_audit");

  static List<Chore> all(Retention retention) {
    List<Chore> chores = new ArrayList<>();
    add(chores, "prune-batches", BATCHES, retention.batches());
    add(chores, "prune-minutes", MINUTES, retention.figures());
    add(chores, "prune-denials", DENIALS, retention.figures());
    add(chores, "prune-receipts", RECEIPTS, retention.history());
    add(chores, "prune-audit", AUDIT, retention.audit());
    Retention.Observed observed = retention.observed();
    add(chores, "prune-observations", OBSERVATIONS, observed.minutes());
    add(chores, "prune-hours", HOURS, observed.hours());
    add(chores, "prune-lags", LAGS, observed.minutes());
    return chores;
  }

  private static void add(
      List<Chore> chores, String name, SqlStatement statement, Optional<Duration> keep) {
    keep.ifPresent(time -> chores.add(new Prune(name, statement, time)));
  }

  @Override
  public Duration period() {
    return Duration.ofMinutes(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    int pruned =
        statement.on(connection).set("keep_ms", keep.toMillis()).set("limit", STEP).update();
    return pruned == 0 ? Step.last(0) : Step.to(0, pruned);
  }
}
