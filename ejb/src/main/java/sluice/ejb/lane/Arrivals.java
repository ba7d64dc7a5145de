package sluice.ejb.lane;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** What one policy's tick is told. */
  private static final class Sheet {
    final Map<Long, Integer> lanes = new LinkedHashMap<>();
    final Map<Long, Limits> limits = new LinkedHashMap<>();
    final Map<Long, Double> weights = new LinkedHashMap<>();
    int accepted;
    int scheduled;
  }

  /** One row a policy for jobs just staged. */
  public static void insert(Connection connection, List<Staged> staged) throws SQLException {
    Map<Integer, Sheet> sheets = new LinkedHashMap<>();
    for (Staged job : staged) {
      Sheet sheet = sheets.computeIfAbsent(job.placement().policyId(), p -> new Sheet());
      sheet.accepted++;
      if (job.scheduled()) {
        sheet.scheduled++;
      } else {
        sheet.lanes.merge(job.lane().laneId(), 1, Integer::sum);
      }
      List<PartitionKey> partitions = job.placement().route().partitions();
      for (int i = 0; i < partitions.size(); i++) {
        Limits said = partitions.get(i).dynamicLimits();
        if (said != null) {
          sheet.limits.put(job.lane().partitionIds().get(i), said);
        }
      }
      if (!job.placement().policy().policy().fairness().weight().constant()) {
        sheet.weights.put(job.lane().shareId(), job.placement().route().weight());
      }
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
  public static void change(Connection connection, int policy, Map<Long, Integer> lanes, int scheduled)
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
            .set("accepted", sheet.accepted)
            .set("scheduled", sheet.scheduled)
            .bigints("lanes", longs(sheet.lanes))
            .integers("counts", sheet.lanes.values().stream().mapToInt(n -> n).toArray())
            .bigints("limit_partitions", longs(sheet.limits))
            .bigints("weight_shares", longs(sheet.weights))
            .reals("weights", sheet.weights.values().toArray(new Double[0]));
    List<@Nullable Limits> limits = new ArrayList<>(sheet.limits.values());
    LimitColumns.of(limits).bind(statement).update();
  }

  private static long[] longs(Map<Long, ?> map) {
    return map.keySet().stream().mapToLong(k -> k).toArray();
  }
}
