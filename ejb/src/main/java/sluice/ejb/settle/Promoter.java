package sluice.ejb.settle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.tally.Tallies;
import sluice.sql.SqlStatement;

/**
 * Puts due jobs into their lanes and ends jobs that are too late, on a connection inside a
 * transaction. Thread-safe; holds no state.
 */
public final class Promoter {
  private static final SqlStatement PROMOTE_JOBS = SqlStatement.named("settle/promote_jobs");
  private static final SqlStatement EXPIRE_JOBS = SqlStatement.named("settle/expire_jobs");

  private Promoter() {}

  /** Jobs moved, by policy. */
  public record Moved(Map<Integer, Integer> jobs) {
    /** All jobs moved. */
    public int count() {
      return jobs.values().stream().mapToInt(n -> n).sum();
    }
  }

  private record InLane(int policy, long lane, int pending, int scheduled) {}

  /** Promotes due jobs, at most {@code limit}. */
  public static Moved promote(Connection connection, int limit) throws SQLException {
    List<InLane> lanes =
        PROMOTE_JOBS
            .on(connection)
            .set("limit", limit)
            .list(row ->
                new InLane(
                    row.integer("policy_id"),
                    row.bigint("lane_id"),
                    row.integer("jobs"),
                    -row.integer("jobs")));
    return tell(connection, lanes);
  }

  /** Ends waiting and scheduled jobs whose expiration has passed, at most {@code limit}. */
  public static Moved expire(Connection connection, int limit) throws SQLException {
    List<InLane> lanes =
        EXPIRE_JOBS
            .on(connection)
            .set("limit", limit)
            .list(row ->
                new InLane(
                    row.integer("policy_id"),
                    row.bigint("lane_id"),
                    -row.integer("pending"),
                    -row.integer("scheduled")));
    Moved moved = tell(connection, lanes);
    Tallies tallies = new Tallies();
    lanes.forEach(
        l -> tallies.add(l.policy(), Tallies.Figure.EXPIRED, -l.pending() - l.scheduled()));
    tallies.insert(connection);
    return moved;
  }

  private static Moved tell(Connection connection, List<InLane> lanes) throws SQLException {
    Map<Integer, Map<Long, Integer>> pending = new TreeMap<>();
    Map<Integer, Integer> scheduled = new HashMap<>();
    Map<Integer, Integer> jobs = new HashMap<>();
    for (InLane lane : lanes) {
      Map<Long, Integer> ofPolicy = pending.computeIfAbsent(lane.policy(), p -> new TreeMap<>());
      if (lane.pending() != 0) {
        ofPolicy.put(lane.lane(), lane.pending());
      }
      scheduled.merge(lane.policy(), lane.scheduled(), Integer::sum);
      jobs.merge(
          lane.policy(),
          Math.max(Math.abs(lane.pending()), Math.abs(lane.scheduled())),
          Integer::sum);
    }
    for (Map.Entry<Integer, Map<Long, Integer>> one : pending.entrySet()) {
      Arrivals.change(
          connection, one.getKey(), one.getValue(), scheduled.getOrDefault(one.getKey(), 0));
    }
    return new Moved(jobs);
  }
}
