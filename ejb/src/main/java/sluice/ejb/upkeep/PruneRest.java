package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/**
 * Prunes history that is in no day's partition: rows from before there were any, or from a time
 * when housekeeping was away.
 *
 * @param keep how long history is kept
 */
record PruneRest(Duration keep) implements Chore {
  private static final SqlStatement PRUNE = SqlStatement.named("upkeep/prune_rest");
  private static final int STEP = 5_000;

  @Override
  public String name() {
    return "history-rest";
  }

  @Override
  public Duration period() {
    return Duration.ofHours(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    return PRUNE
        .on(connection)
        .set("keep_ms", keep.toMillis())
        .set("after", cursor)
        .set("limit", STEP)
        .one(row -> {
          long pruned = row.bigint("pruned");
          Long last = row.bigintOrNull("last");
          return row.bigint("looked") < STEP || last == null
              ? Step.last(pruned)
              : Step.to(last, pruned);
        });
  }
}
