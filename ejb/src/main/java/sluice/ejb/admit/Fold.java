package sluice.ejb.admit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Limits;
import sluice.ejb.partition.LimitColumns;
import sluice.ejb.partition.PartitionRow;
import sluice.sql.Pipeline;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * What a tick took in: arrivals folded into lanes, tallies folded into figures, partitions that are
 * due.
 *
 * @param accepted jobs new since the last tick
 * @param pending change of waiting jobs
 * @param limits limits that jobs said of partitions; the latest word holds, and one that was read
 *     by an older version of the policy says nothing: the job says it anew when it is moved
 * @param weights weights that jobs said of shares
 * @param tallies change of the figures by settlement
 * @param due partitions that sleeping lanes should be looked at for, as they were without a lock
 * @param oldLanes lanes of an older keying got jobs
 * @param more there may be more to fold
 */
record Fold(
    Counts counts,
    Map<Long, Limits> limits,
    Map<Long, Double> weights,
    Tallies tallies,
    List<PartitionRow> due,
    boolean oldLanes,
    boolean more) {

  /** Most arrivals and most tallies folded in one tick. */
  static final int LIMIT = 2_000;

  /** Most partitions looked at again in one tick. */
  static final int MOST_DUE = 1_000;

  private static final SqlStatement FOLD_ARRIVALS = SqlStatement.named("admit/fold_arrivals");
  private static final SqlStatement FOLD_TALLIES = SqlStatement.named("admit/fold_tallies");
  private static final SqlStatement DUE_WAITERS = SqlStatement.named("admit/due_waiters");

  /** Sums over the arrivals. */
  record Counts(long accepted, long pending, long scheduled) {}

  /** Sums over the tallies. */
  record Tallies(long scheduled, long inFlight, Ended ended) {
    static Tallies read(Row row) throws SQLException {
      return new Tallies(
          row.bigint("scheduled"),
          row.bigint("in_flight"),
          new Ended(
              row.bigint("finished"),
              row.bigint("dead"),
              row.bigint("cancelled"),
              row.bigint("expired")));
    }
  }

  /** Changes of the final figures. */
  record Ended(long finished, long dead, long cancelled, long expired) {}

  private record Arrival(
      Counts counts,
      boolean oldLanes,
      long[] limitPartitions,
      List<Limits> limits,
      long[] weightShares,
      @Nullable Double[] weights) {
    static Arrival read(Row row) throws SQLException {
      return new Arrival(
          new Counts(row.bigint("accepted"), row.bigint("pending"), row.bigint("scheduled")),
          row.bool("old_lanes"),
          row.bigints("limit_partitions"),
          LimitColumns.readArrival(row),
          row.bigints("weight_shares"),
          row.reals("weights"));
    }
  }

  static Fold run(Connection connection, Held held) throws SQLException {
    Pipeline pipeline = new Pipeline(connection);
    List<Arrival> arrivals =
        pipeline.add(
            pipeline
                .on(FOLD_ARRIVALS)
                .set("policy", held.id())
                .set("keying_version", held.keyingVersion())
                .set("virtual_time", held.virtualTime())
                .set("limit", LIMIT),
            Arrival::read);
    List<Tallies> tallies =
        pipeline.add(
            pipeline.on(FOLD_TALLIES).set("policy", held.id()).set("limit", LIMIT), Tallies::read);
    List<PartitionRow> due =
        pipeline.add(
            pipeline
                .on(DUE_WAITERS)
                .set("policy", held.id())
                .set("now", held.now())
                .set("limit", MOST_DUE),
            PartitionRow::read);
    pipeline.run();
    return of(arrivals, tallies.getFirst(), due);
  }

  private static Fold of(List<Arrival> arrivals, Tallies tallies, List<PartitionRow> due) {
    Map<Long, Limits> limits = new HashMap<>();
    Map<Long, Double> weights = new HashMap<>();
    long accepted = 0;
    long pending = 0;
    long scheduled = 0;
    boolean oldLanes = false;
    for (Arrival arrival : arrivals) {
      accepted += arrival.counts().accepted();
      pending += arrival.counts().pending();
      scheduled += arrival.counts().scheduled();
      oldLanes |= arrival.oldLanes();
      if (arrival.oldLanes()) {
        continue;
      }
      for (int i = 0; i < arrival.limitPartitions().length; i++) {
        limits.put(arrival.limitPartitions()[i], arrival.limits().get(i));
      }
      for (int i = 0; i < arrival.weightShares().length; i++) {
        Double weight = arrival.weights()[i];
        if (weight != null) {
          weights.put(arrival.weightShares()[i], weight);
        }
      }
    }
    return new Fold(
        new Counts(accepted, pending, scheduled),
        limits,
        weights,
        tallies,
        due,
        oldLanes,
        arrivals.size() == LIMIT);
  }
}
