package sluice.ejb.lane;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Limits;
import sluice.core.policy.PartitionKey;
import sluice.ejb.partition.LimitColumns;
import sluice.sql.BoundStatement;
import sluice.sql.SqlStatement;

/** Writes arrivals: what the tick is to add to lanes, shares and partitions. Inserts only. */
public final class Arrivals {
  private static final SqlStatement INSERT = SqlStatement.named("stage/insert_arrival");

  private Arrivals() {}

  /** A job that was staged. */
  public record Staged(Placement placement, LanePlace lane, boolean scheduled) {}

  /**
   * A waiting job that was moved from one lane to another.
   *
   * @param known what jobs have said by the same expressions already: this one has no say, since
   *     younger ones may have spoken
   */
  public record Moved(Placement placement, long from, LanePlace to, Known known) {}

  /**
   * Expressions that a new version of a policy did not change.
   *
   * @param gates gates whose limits are computed as before
   * @param weight weights are
   */
  public record Known(Set<String> gates, boolean weight) {
    /** Everything may have changed. */
    public static final Known NOTHING = new Known(Set.of(), false);
  }

  /** What one policy's tick is told. */
  private static final class Sheet {
    final Map<Long, Integer> lanes = new LinkedHashMap<>();
    final Map<Long, Limits> limits = new LinkedHashMap<>();
    final Map<Long, Double> weights = new LinkedHashMap<>();
    final Set<Long> used = new TreeSet<>();
    int accepted;
    int scheduled;

    /** Notes what a job says of its partitions' limits and its share's weight. */
    void hear(Placement placement, LanePlace lane, Known known) {
      used.add(lane.laneId());
      List<PartitionKey> partitions = placement.route().partitions();
      for (int i = 0; i < partitions.size(); i++) {
        Limits said = partitions.get(i).dynamicLimits();
        if (said != null && !known.gates().contains(partitions.get(i).gate())) {
          limits.put(lane.gatePartition(i), said);
        }
      }
      if (!known.weight() && !placement.policy().policy().fairness().weight().constant()) {
        weights.put(lane.shareId(), placement.route().weight());
      }
    }
  }

  /**
   * One row a policy for jobs just staged.
   *
   * @throws LanesRetired if one of their lanes is being collected
   */
  public static void insert(Connection connection, List<Staged> staged) throws SQLException {
    insert(connection, staged, 1);
  }

  /**
   * One row a policy for jobs that wait again after they were over: they were accepted before.
   *
   * @throws LanesRetired if one of their lanes is being collected
   */
  public static void back(Connection connection, List<Staged> staged) throws SQLException {
    insert(connection, staged, 0);
  }

  private static void insert(Connection connection, List<Staged> staged, int accepted)
      throws SQLException {
    Map<Integer, Sheet> sheets = new LinkedHashMap<>();
    for (Staged job : staged) {
      Sheet sheet = sheets.computeIfAbsent(job.placement().policyId(), p -> new Sheet());
      sheet.accepted += accepted;
      if (job.scheduled()) {
        sheet.scheduled++;
      } else {
        sheet.lanes.merge(job.lane().laneId(), 1, Integer::sum);
      }
      sheet.hear(job.placement(), job.lane(), Known.NOTHING);
    }
    for (Map.Entry<Integer, Sheet> sheet : sheets.entrySet()) {
      insert(connection, sheet.getKey(), sheet.getValue());
    }
  }

  /**
   * One row a policy for waiting jobs that were moved.
   *
   * @throws LanesRetired if one of their new lanes is being collected
   */
  public static void move(Connection connection, List<Moved> moved) throws SQLException {
    Map<Integer, Sheet> sheets = new LinkedHashMap<>();
    for (Moved job : moved) {
      Sheet sheet = sheets.computeIfAbsent(job.placement().policyId(), p -> new Sheet());
      sheet.lanes.merge(job.from(), -1, Integer::sum);
      sheet.lanes.merge(job.to().laneId(), 1, Integer::sum);
      sheet.hear(job.placement(), job.to(), job.known());
    }
    for (Map.Entry<Integer, Sheet> sheet : sheets.entrySet()) {
      insert(connection, sheet.getKey(), sheet.getValue());
    }
  }

  /**
   * One row for jobs that come to or leave lanes without being new.
   *
   * @param lanes change of waiting jobs by lane; below zero takes away
   * @param scheduled change of scheduled jobs
   */
  public static void change(
      Connection connection, int policy, Map<Long, Integer> lanes, int scheduled)
      throws SQLException {
    Sheet sheet = new Sheet();
    sheet.lanes.putAll(lanes);
    sheet.scheduled = scheduled;
    insert(connection, policy, sheet);
  }

  private static void insert(Connection connection, int policy, Sheet sheet) throws SQLException {
    BoundStatement statement =
        INSERT
            .on(connection)
            .set("policy", policy)
            .bigints("used", sheet.used.stream().mapToLong(k -> k).toArray())
            .set("accepted", sheet.accepted)
            .set("scheduled", sheet.scheduled)
            .bigints("lanes", longs(sheet.lanes))
            .integers("counts", sheet.lanes.values().stream().mapToInt(n -> n).toArray())
            .bigints("limit_partitions", longs(sheet.limits))
            .bigints("weight_shares", longs(sheet.weights))
            .reals("weights", sheet.weights.values().toArray(new Double[0]));
    List<@Nullable Limits> limits = new ArrayList<>(sheet.limits.values());
    if (LimitColumns.of(limits).bind(statement).update() == 0) {
      throw new LanesRetired();
    }
  }

  private static long[] longs(Map<Long, ?> map) {
    return map.keySet().stream().mapToLong(k -> k).toArray();
  }
}
