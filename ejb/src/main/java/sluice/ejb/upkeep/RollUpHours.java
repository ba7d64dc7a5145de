package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import sluice.sql.SqlStatement;

/**
 * Rolls minutes of partitions up into hours, a policy and hour a step: the last whole hour, and the
 * one before in case nobody was there.
 */
record RollUpHours() implements Chore {
  private static final SqlStatement ROLL_UP = SqlStatement.named("upkeep/roll_up_hour");
  private static final int HOURS = 2;

  @Override
  public String name() {
    return "roll-up-hours";
  }

  @Override
  public Duration period() {
    return Duration.ofMinutes(5);
  }

  /**
   * The cursor is the number of the policy done last, times two, plus one once its older hour is
   * done.
   */
  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    long after = cursor / HOURS;
    long back = HOURS - cursor % HOURS;
    return ROLL_UP
        .on(connection)
        .set("after", (int) after)
        .set("back", (int) back)
        .one(row -> {
          Long policy = row.bigintOrNull("policy_id");
          long rolled = row.bigint("partitions");
          if (policy == null) {
            return Step.last(rolled);
          }
          return Step.to(back > 1 ? cursor + 1 : policy * HOURS, rolled);
        });
  }
}
