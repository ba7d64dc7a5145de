package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import sluice.sql.SqlStatement;

/**
 * How many jobs of a policy are not over.
 *
 * @param pending wait in their lanes
 * @param scheduled not due yet
 * @param inFlight with a worker
 * @param dead over, but can be retried; not counted as alive
 */
public record AliveJobs(long pending, long scheduled, long inFlight, long dead) {
  private static final SqlStatement COUNT = SqlStatement.named("policy/count_alive");

  /** Whether any job is alive. */
  public boolean any() {
    return pending > 0 || scheduled > 0 || inFlight > 0;
  }

  /** Reads the numbers, what is not folded yet included. */
  public static AliveJobs of(Connection connection, int policyId) throws SQLException {
    return COUNT
        .on(connection)
        .set("policy_id", policyId)
        .one(row ->
            new AliveJobs(
                row.bigint("pending"),
                row.bigint("scheduled"),
                row.bigint("in_flight"),
                row.bigint("dead")));
  }
}
