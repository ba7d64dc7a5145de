package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/** Collects figures of policies that are gone, which no tick folds any more. */
record CollectTallies() implements Chore {
  private static final SqlStatement COLLECT = SqlStatement.named("upkeep/collect_tallies");
  private static final int STEP = 2_000;

  @Override
  public String name() {
    return "collect-tallies";
  }

  @Override
  public Duration period() {
    return Duration.ofMinutes(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    int gone = COLLECT.on(connection).set("limit", STEP).update();
    return gone < STEP ? Step.last(gone) : Step.to(0, gone);
  }
}
