package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/**
 * Puts fences behind committed marks. A transaction that did not see a mark has a number below the
 * mark's fence, because whoever makes a place or stages has its number before it looks for marks.
 * Once the oldest transaction under way is beyond the fence, all who did not see the mark have
 * ended, and what they wrote can be seen.
 */
record FenceMarks() implements Chore {
  private static final SqlStatement FENCE = SqlStatement.named("upkeep/fence_marks");

  @Override
  public String name() {
    return "fence-marks";
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    return Step.last(FENCE.on(connection).update());
  }
}
