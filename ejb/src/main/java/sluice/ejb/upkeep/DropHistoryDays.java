package sluice.ejb.upkeep;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.sql.SqlStatement;

/**
 * Drops the history's days that are past their time, one a step. Waits for the history's lock no
 * longer than a few seconds, since who comes behind it waits too.
 *
 * @param keep how long history is kept
 */
record DropHistoryDays(Duration keep) implements Chore {
  private static final Logger LOG = System.getLogger(DropHistoryDays.class.getName());
  private static final SqlStatement LIMIT_WAIT = SqlStatement.named("policy/limit_lock_wait");
  private static final SqlStatement DROP = SqlStatement.named("upkeep/drop_history_day");

  @Override
  public String name() {
    return "history-drop";
  }

  @Override
  public Duration period() {
    return Duration.ofMinutes(10);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    LIMIT_WAIT.on(connection).first(row -> true);
    @Nullable String dropped =
        DROP.on(connection)
            .set("keep_ms", keep.toMillis())
            .one(row -> Optional.ofNullable(row.textOrNull("dropped")))
            .orElse(null);
    if (dropped == null) {
      return Step.last(0);
    }
    LOG.log(Level.INFO, "event=history-dropped partition={0}", dropped);
    return Step.to(0, 1);
  }
}
