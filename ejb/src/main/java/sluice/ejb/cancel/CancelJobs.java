package sluice.ejb.cancel;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import sluice.sql.SqlStatement;

/**
 * Ends jobs as cancelled. Every step keeps the figures true: what leaves a state is counted out by
 * an arrival below zero or a tally, and what was in flight gives its slots back in the same
 * transaction (R2). Stateless.
 */
public final class CancelJobs {
  private static final SqlStatement ONE = SqlStatement.named("cancel/cancel_waiting");
  private static final SqlStatement DEAD = SqlStatement.named("cancel/cancel_dead");
  private static final SqlStatement WAITING = SqlStatement.named("cancel/cancel_waiting_of_policy");
  private static final SqlStatement LOCK_IN_FLIGHT = SqlStatement.named("cancel/lock_in_flight");
  private static final SqlStatement LOCK_PARTITIONS = SqlStatement.named("cancel/lock_partitions");
  private static final SqlStatement RELEASE = SqlStatement.named("cancel/release_slots");
  private static final SqlStatement WAKE = SqlStatement.named("cancel/wake_others");
  private static final SqlStatement IN_FLIGHT = SqlStatement.named("cancel/cancel_in_flight");

  private CancelJobs() {}

  private record Held(long id, long[] partitions) {}

  /**
   * Takes one job back if it waits or is scheduled.
   *
   * @return the number of its policy; empty if it was not waiting
   */
  public static Optional<Integer> one(Connection connection, long id) throws SQLException {
    return ONE.on(connection).set("id", id).first(row -> row.integer("policy_id"));
  }

  /**
   * Gives a dead job up for good.
   *
   * @return the number of its policy; empty if it was not dead
   */
  public static Optional<Integer> dead(Connection connection, long id) throws SQLException {
    return DEAD.on(connection).set("id", id).first(row -> row.integer("policy_id"));
  }

  /**
   * Takes waiting and scheduled jobs of a policy back.
   *
   * @param limit most jobs in this step
   * @return how many; 0 when none is left that nobody holds
   */
  public static int waiting(Connection connection, int policyId, int limit) throws SQLException {
    return WAITING
        .on(connection)
        .set("policy_id", policyId)
        .set("limit", limit)
        .one(row -> row.integer("cancelled"));
  }

  /**
   * Ends attempts of a policy that are in flight. Locks jobs, then partitions, each in id order;
   * wakes whoever waits for the slots in a statement of its own, after the lock.
   *
   * @param limit most jobs in this step
   * @return how many; 0 when none is left
   */
  public static int inFlight(Connection connection, int policyId, int limit) throws SQLException {
    List<Held> held =
        LOCK_IN_FLIGHT
            .on(connection)
            .set("policy_id", policyId)
            .set("limit", limit)
            .list(row -> new Held(row.bigint("id"), row.bigints("partitions")));
    if (held.isEmpty()) {
      return 0;
    }
    Map<Long, Integer> slots = new TreeMap<>();
    for (Held job : held) {
      for (long partition : job.partitions()) {
        slots.merge(partition, 1, Integer::sum);
      }
    }
    long[] ids = slots.keySet().stream().mapToLong(Long::longValue).toArray();
    int[] counts = slots.values().stream().mapToInt(Integer::intValue).toArray();
    LOCK_PARTITIONS.on(connection).bigints("ids", ids).list(row -> row.bigint("id"));
    RELEASE.on(connection).bigints("ids", ids).integers("counts", counts).update();
    int cancelled =
        IN_FLIGHT
            .on(connection)
            .bigints("ids", held.stream().mapToLong(Held::id).toArray())
            .one(row -> row.integer("cancelled"));
    WAKE.on(connection).bigints("ids", ids).update();
    return cancelled;
  }
}
