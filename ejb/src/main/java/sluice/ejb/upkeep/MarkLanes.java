package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/**
 * Walks all lanes and marks those that nothing came into for long. A mark changes nothing yet: who
 * stages into the lane takes it away.
 *
 * @param idle how long nothing may have come
 */
record MarkLanes(Duration idle) implements Chore {
  private static final SqlStatement MARK = SqlStatement.named("upkeep/mark_lanes");
  private static final int STEP = 2_000;

  @Override
  public String name() {
    return "mark-lanes";
  }

  @Override
  public Duration period() {
    return Duration.ofMinutes(1);
  }

  @Override
  public Duration pause() {
    return Duration.ofMillis(500);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    return MARK.on(connection)
        .set("idle_ms", idle.toMillis())
        .set("after", cursor)
        .set("limit", STEP)
        .one(row -> {
          long marked = row.bigint("marked");
          Long last = row.bigintOrNull("last");
          return row.bigint("looked") < STEP || last == null
              ? Step.last(marked)
              : Step.to(last, marked);
        });
  }
}
