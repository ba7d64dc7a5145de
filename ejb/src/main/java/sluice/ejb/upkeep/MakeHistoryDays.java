package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/** Makes the history's partitions of the days to come, one a step. */
record MakeHistoryDays() implements Chore {
  /**
   * Days made ahead; so long housekeeping may be away before rows go to {@code finished_job_rest}.
   */
  private static final int AHEAD = 3;

  private static final SqlStatement LIMIT_WAIT = SqlStatement.named("policy/limit_lock_wait");
  private static final SqlStatement MAKE = SqlStatement.named("upkeep/make_history_day");

  @Override
  public String name() {
    return "history-ahead";
  }

  @Override
  public Duration period() {
    return Duration.ofHours(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    LIMIT_WAIT.on(connection).first(row -> true);
    boolean made = MAKE.on(connection).set("ahead", (int) cursor).one(row -> row.bool("made"));
    int found = made ? 1 : 0;
    return cursor >= AHEAD ? Step.last(found) : Step.to(cursor + 1, found);
  }
}
