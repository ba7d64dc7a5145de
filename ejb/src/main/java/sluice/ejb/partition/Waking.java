package sluice.ejb.partition;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import sluice.sql.Pipeline;
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
    Pipeline alone = new Pipeline(connection);
    List<Integer> policies = on(alone, partitions);
    alone.run();
    return Set.copyOf(policies);
  }

  /** The same as part of a pipeline, behind what makes room; the policies stand there once run. */
  public static List<Integer> on(Pipeline pipeline, long... partitions) throws SQLException {
    return pipeline.add(
        pipeline.on(WAKE_WAITERS).bigints("partitions", partitions),
        row -> row.integer("policy_id"));
  }
}
