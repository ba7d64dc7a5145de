package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/** Adds minutes that are over to totals that only grow, for metrics. */
record SumMinutes() implements Chore {
  private static final SqlStatement SUM = SqlStatement.named("upkeep/sum_minutes");

  @Override
  public String name() {
    return "sum-minutes";
  }

  @Override
  public Duration period() {
    return Duration.ofMinutes(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    return Step.last(SUM.on(connection).one(row -> row.bigint("policies")));
  }
}
