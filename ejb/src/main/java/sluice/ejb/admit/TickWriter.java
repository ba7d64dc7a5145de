package sluice.ejb.admit;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.LaneView;
import sluice.core.admission.PartitionView;
import sluice.core.admission.Plan;
import sluice.core.admission.ShareView;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.partition.LimitColumns;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * Carries a plan out: admits the jobs, then charges partitions, lanes and shares for what was
 * really admitted, so that a job that was cancelled in between costs no token and no slot. Used
 * once, by one thread.
 */
final class TickWriter {
  private static final SqlStatement ADMIT_JOBS = SqlStatement.named("admit/admit_jobs");
  private static final SqlStatement WRITE_PARTITIONS = SqlStatement.named("admit/write_partitions");
  private static final SqlStatement WRITE_LIMITS = SqlStatement.named("admit/write_limits");
  private static final SqlStatement WRITE_LANES = SqlStatement.named("admit/write_lanes");
  private static final SqlStatement WRITE_SHARES = SqlStatement.named("admit/write_shares");
  private static final SqlStatement INSERT_BATCH = SqlStatement.named("admit/insert_batch");

  private final Held held;
  private final ActivePolicy policy;
  private final Read read;
  private final Map<Long, LaneView> lanes = new HashMap<>();
  private final Pipeline writes;

  /** What the tick read before it planned. */
  record Read(List<ShareView> shares, Map<Long, PartitionView> partitions, Set<Long> due) {}

  /**
   * What was admitted.
   *
   * @param due whether lanes still sleep on a partition that has room: true among them, once
   *     written
   */
  record Written(@Nullable AdmittedBatch batch, List<Boolean> due) {}

  private record Picked(
      long lane, int priority, Instant eligibleAt, AdmittedBatch.AdmittedJob job) {}

  /** Admits at once; everything else is written with the pipeline. */
  TickWriter(Pipeline writes, Held held, ActivePolicy policy, Read read) {
    this.held = held;
    this.policy = policy;
    this.read = read;
    this.writes = writes;
    read.shares().forEach(s -> s.lanes().forEach(l -> lanes.put(l.id(), l)));
  }

  Written write(Plan plan, Fold fold) throws SQLException {
    Map<Long, Deque<AdmittedBatch.AdmittedJob>> picked = admit(plan);
    Map<Long, Integer> taken = new HashMap<>();
    picked.forEach((lane, jobs) -> taken.put(lane, jobs.size()));
    Map<Long, PartitionView> charged = writePartitions(taken, fold.limits());
    writeLanes(plan, taken);
    writeShares(plan, taken, fold.weights());
    List<Boolean> due = new Waiters(held, writes).settle(plan, read.due(), charged);
    AdmittedBatch batch = insertBatch(plan, picked);
    return new Written(batch, due);
  }

  private Map<Long, Deque<AdmittedBatch.AdmittedJob>> admit(Plan plan) throws SQLException {
    Map<Long, Integer> granted = new LinkedHashMap<>();
    plan.grants().forEach(lane -> granted.merge(lane, 1, Integer::sum));
    Map<Long, Deque<AdmittedBatch.AdmittedJob>> byLane = new HashMap<>();
    if (granted.isEmpty()) {
      return byLane;
    }
    List<Picked> rows =
        writes
            .on(ADMIT_JOBS)
            .set("batch", held.batch())
            .set("now", held.now())
            .set("lease_ms", policy.policy().lease().toMillis())
            .bigints("lanes", granted.keySet().stream().mapToLong(k -> k).toArray())
            .integers("counts", granted.values().stream().mapToInt(n -> n).toArray())
            .list(row ->
                new Picked(
                    row.bigint("lane_id"),
                    row.integer("priority"),
                    row.instant("eligible_at"),
                    new AdmittedBatch.AdmittedJob(
                        row.bigint("id"),
                        row.integer("attempt"),
                        new AdmittedBatch.Labels(row.text("namespace"), row.textOrNull("job_key")),
                        row.instantOrNull("expires_at"),
                        new AdmittedBatch.Stored(row.bytes("head"), row.bytesOrNull("body")))));
    rows.stream()
        .sorted(
            Comparator.comparingInt(Picked::priority)
                .reversed()
                .thenComparing(Picked::eligibleAt)
                .thenComparingLong(p -> p.job().id()))
        .forEach(p -> byLane.computeIfAbsent(p.lane(), l -> new ArrayDeque<>()).add(p.job()));
    return byLane;
  }

  /** Charges each partition for the jobs really admitted; gives the partitions as they are now. */
  private Map<Long, PartitionView> writePartitions(Map<Long, Integer> taken, Map<Long, Limits> said)
      throws SQLException {
    Map<Long, Integer> admitted = new LinkedHashMap<>();
    said.keySet().stream()
        .filter(read.partitions()::containsKey)
        .forEach(id -> admitted.put(id, 0));
    taken.forEach(
        (lane, n) -> laneOf(lane).partitions().forEach(id -> admitted.merge(id, n, Integer::sum)));
    Map<Long, PartitionView> now = new HashMap<>(read.partitions());
    if (admitted.isEmpty()) {
      return now;
    }
    List<PartitionState> states = new ArrayList<>();
    admitted.forEach((id, n) -> {
      PartitionView before = read.partitions().get(id);
      if (before == null) {
        throw new IllegalStateException(
            "jobs were admitted through partition " + id + ", which is not locked");
      }
      PartitionView after = before.charged(n, held.now());
      now.put(id, after);
      states.add(after.state());
    });
    writes.add(
        writes
            .on(WRITE_PARTITIONS)
            .bigints("ids", admitted.keySet().stream().mapToLong(k -> k).toArray())
            .integers("admitted", admitted.values().stream().mapToInt(n -> n).toArray())
            .reals("tokens", states.stream().map(PartitionState::tokens).toArray(Double[]::new))
            .instants(
                "refilled_ats",
                states.stream().map(PartitionState::refilledAt).toArray(Instant[]::new))
            .integers(
                "current_maxes",
                states.stream().mapToInt(s -> s.adaptation().currentMax()).toArray()));
    writeLimits(said, now);
    return now;
  }

  /** Keeps what jobs said of the limits of their partitions. */
  private void writeLimits(Map<Long, Limits> said, Map<Long, PartitionView> now)
      throws SQLException {
    Map<Long, Limits> limits = new LinkedHashMap<>();
    for (Long id : said.keySet()) {
      PartitionView view = now.get(id);
      if (view != null && view.gate().dynamic()) {
        limits.put(id, view.limits());
      }
    }
    if (!limits.isEmpty()) {
      writes.add(
          LimitColumns.of(limits.values())
              .bind(writes.on(WRITE_LIMITS))
              .bigints("ids", limits.keySet().stream().mapToLong(k -> k).toArray()));
    }
  }

  private void writeLanes(Plan plan, Map<Long, Integer> taken) throws SQLException {
    Set<Long> touched = new LinkedHashSet<>(taken.keySet());
    touched.addAll(plan.asleep().keySet());
    if (touched.isEmpty()) {
      return;
    }
    int count = touched.size();
    int[] counts = new int[count];
    Long[] blockedBy = new Long[count];
    Double[] wakeOrders = new Double[count];
    int i = 0;
    for (Long lane : touched) {
      Plan.Asleep asleep = plan.asleep().get(lane);
      counts[i] = taken.getOrDefault(lane, 0);
      blockedBy[i] = asleep == null ? null : asleep.partition();
      wakeOrders[i] = asleep == null ? 0.0 : asleep.wakeOrder();
      i++;
    }
    writes.add(
        writes
            .on(WRITE_LANES)
            .bigints("ids", touched.stream().mapToLong(k -> k).toArray())
            .integers("taken", counts)
            .bigints("blocked_by", blockedBy)
            .reals("wake_orders", wakeOrders));
  }

  private void writeShares(Plan plan, Map<Long, Integer> taken, Map<Long, Double> said)
      throws SQLException {
    Map<Long, Served> served = new LinkedHashMap<>();
    for (ShareView share : read.shares()) {
      int count = 0;
      double laneTime = 0;
      boolean touched = false;
      for (LaneView lane : share.lanes()) {
        int n = taken.getOrDefault(lane.id(), 0);
        count += n;
        laneTime = n == 0 ? laneTime : Math.max(laneTime, lane.virtualTime() + n - 1);
        touched |= n > 0 || plan.asleep().containsKey(lane.id());
      }
      if (touched) {
        served.put(share.id(), new Served(count, laneTime, share.weight()));
      }
    }
    said.forEach((share, weight) -> served.putIfAbsent(share, new Served(0, 0, weight)));
    if (served.isEmpty()) {
      return;
    }
    writes.add(
        writes
            .on(WRITE_SHARES)
            .bigints("ids", served.keySet().stream().mapToLong(k -> k).toArray())
            .integers("taken", served.values().stream().mapToInt(Served::count).toArray())
            .reals(
                "lane_times", served.values().stream().map(Served::laneTime).toArray(Double[]::new))
            .reals("weights", served.values().stream().map(Served::weight).toArray(Double[]::new)));
  }

  private record Served(int count, double laneTime, double weight) {}

  private @Nullable AdmittedBatch insertBatch(
      Plan plan, Map<Long, Deque<AdmittedBatch.AdmittedJob>> picked) throws SQLException {
    List<AdmittedBatch.AdmittedJob> ordered = new ArrayList<>();
    for (Long lane : plan.grants()) {
      Deque<AdmittedBatch.AdmittedJob> jobs = picked.get(lane);
      AdmittedBatch.AdmittedJob next = jobs == null ? null : jobs.poll();
      if (next != null) {
        ordered.add(next);
      }
    }
    if (ordered.isEmpty()) {
      return null;
    }
    writes.add(
        writes
            .on(INSERT_BATCH)
            .set("id", held.batch())
            .set("policy", held.id())
            .set("now", held.now())
            .bigints("jobs", ordered.stream().mapToLong(AdmittedBatch.AdmittedJob::id).toArray())
            .integers(
                "attempts", ordered.stream().mapToInt(AdmittedBatch.AdmittedJob::attempt).toArray())
            .set("looked_at", lanes.size())
            .set("destination", policy.policy().destination()));
    return new AdmittedBatch(held.batch(), policy, held.now(), ordered);
  }

  private LaneView laneOf(Long id) {
    LaneView lane = lanes.get(id);
    if (lane == null) {
      throw new IllegalStateException(
          "jobs were admitted from lane " + id + ", which was not planned");
    }
    return lane;
  }
}
