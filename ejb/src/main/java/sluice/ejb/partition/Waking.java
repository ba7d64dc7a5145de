package sluice.ejb.partition;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import sluice.sql.SqlStatement;

/**
 * Wakes who sleeps on partitions that may have room now. The caller holds the partitions' locks, so
 * that the statement's snapshot is younger than they are and no wake-up is lost.
 */
public final class Waking {
  private static final SqlStatement WAKE_WAITERS = SqlStatement.named("settle/wake_waiters");

  private Waking() {}

  /** Marks the waiters due; the policies whose lanes slept there, for a tick at once. */
  public static Set<Integer> on(Connection connection, long... partitions) throws SQLException {
    return Set.copyOf(
        WAKE_WAITERS
            .on(connection)
            .bigints("partitions", partitions)
            .list(row -> row.integer("policy_id")));
  }
}
