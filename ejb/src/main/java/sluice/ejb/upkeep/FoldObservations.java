package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/** Folds what settled batches said of partitions into minutes, {@value #STEP} batches a step. */
record FoldObservations() implements Chore {
  private static final SqlStatement FOLD = SqlStatement.named("upkeep/fold_observations");
  private static final int STEP = 200;

  @Override
  public String name() {
    return "fold-observations";
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(10);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    long folded = FOLD.on(connection).set("limit", STEP).one(row -> row.bigint("batches"));
    return folded < STEP ? Step.last(folded) : Step.to(0, folded);
  }
}
