package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.core.admission.PartitionView;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.Quota;
import sluice.core.policy.Policy;
import sluice.ejb.audit.Act;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.policy.AliveJobs;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.UnknownPolicy;
import sluice.ejb.tally.Tallies;
import sluice.sql.SqlStatement;

/**
 * Lets waiting jobs go past the gates, oldest first, on a connection inside a transaction. They
 * take slots and are charged in fair order like others, so limits hold again once they are over;
 * tokens are not charged. Their batches stay open, and the outbox sends them.
 *
 * <p>Locks, in this order: the policy's row, gate partitions by id, waiting jobs. Used once, by one
 * thread.
 */
public final class ForcedAdmission {
  /** Most jobs of one order. */
  public static final int MOST = 10_000;

  private static final int BATCH = 500;

  private static final SqlStatement LIMIT_WAIT = SqlStatement.named("policy/limit_lock_wait");
  private static final SqlStatement HOLD = SqlStatement.named("control/hold_policy");
  private static final SqlStatement OLDEST = SqlStatement.named("control/oldest_waiting");
  private static final SqlStatement LOCK = SqlStatement.named("admit/lock_partitions");
  private static final SqlStatement NOW = SqlStatement.named("observe/read_clock");
  private static final SqlStatement OPEN_BATCH = SqlStatement.named("control/open_batch");
  private static final SqlStatement ADMIT = SqlStatement.named("control/admit_jobs");
  private static final SqlStatement INSERT_BATCH = SqlStatement.named("admit/insert_batch");
  private static final SqlStatement TAKE_SLOTS = SqlStatement.named("control/take_slots");
  private static final SqlStatement CHARGE_LANES = SqlStatement.named("control/charge_lanes");
  private static final SqlStatement NOTE_MINUTE = SqlStatement.named("admit/note_minute");

  private final Connection connection;
  private final Gates gates;
  private final ForceOrder order;
  private final SaveRequest.By by;

  private record Held(int id, int version, boolean paused, double virtualTime) {}

  private record Clock(Instant now, long batch) {}

  private record Waiting(long id, long lane) {}

  private record Attempted(long id, long lane, int attempt) {}

  private record Slot(String key, PartitionRow row) {}

  /** What was picked, and the partitions of its lanes. */
  private record Picked(List<Waiting> jobs, Map<Long, long[]> partitionsOfLane) {}

  ForcedAdmission(Connection connection, Gates gates, ForceOrder order, SaveRequest.By by) {
    this.connection = connection;
    this.gates = gates;
    this.order = order;
    this.by = by;
  }

  /**
   * Admits. The order is audited, also when nothing waits.
   *
   * @throws PolicyIsPaused if it is, unless the order says that this is meant
   */
  Forced run() throws SQLException {
    return run(order.count() > 0);
  }

  /** As {@link #run()}, for an order that goes on: what changes nothing is not audited again. */
  Forced goOn() throws SQLException {
    return run(false);
  }

  private Forced run(boolean auditNothing) throws SQLException {
    LIMIT_WAIT.on(connection).first(row -> true);
    Held held =
        HOLD.on(connection)
            .set("name", order.policy())
            .first(row ->
                new Held(
                    row.integer("id"),
                    row.integer("version"),
                    row.bool("paused"),
                    row.real("virtual_time")))
            .orElseThrow(() -> new UnknownPolicy(order.policy()));
    if (held.paused() && !order.evenPaused()) {
      throw new PolicyIsPaused(order.policy());
    }
    Policy policy = gates.policies().byId(held.id(), held.version()).policy();
    Picked picked = pick(held.id());
    Map<Long, Slot> slots = lock(picked);
    Map<Long, Integer> taken = admit(held, policy, picked);
    List<Forced.Past> past = List.of();
    int admitted = taken.values().stream().mapToInt(n -> n).sum();
    if (admitted > 0) {
      past = takeSlots(policy, slots, picked, taken);
      charge(held, taken, admitted);
    }
    if (admitted > 0 || auditNothing) {
      audit(admitted, held.paused(), past.size());
    }
    return new Forced(admitted, held.paused(), past, AliveJobs.of(connection, held.id()));
  }

  private Picked pick(int policyId) throws SQLException {
    Map<Long, long[]> partitions = new HashMap<>();
    List<Waiting> jobs =
        OLDEST
            .on(connection)
            .set("policy", policyId)
            .set("limit", order.count())
            .list(row -> {
              partitions.put(row.bigint("lane_id"), row.bigints("partitions"));
              return new Waiting(row.bigint("id"), row.bigint("lane_id"));
            });
    return new Picked(jobs, partitions);
  }

  private Map<Long, Slot> lock(Picked picked) throws SQLException {
    TreeSet<Long> ids = new TreeSet<>();
    for (long[] ofLane : picked.partitionsOfLane().values()) {
      for (long id : ofLane) {
        ids.add(id);
      }
    }
    Map<Long, Slot> slots = new HashMap<>();
    if (!ids.isEmpty()) {
      LOCK.on(connection)
          .bigints("partitions", ids.stream().mapToLong(k -> k).toArray())
          .list(row -> new Slot(row.text("key"), PartitionRow.read(row)))
          .forEach(slot -> slots.put(slot.row().id(), slot));
    }
    return slots;
  }

  /** Admits in batches; gives how many jobs each lane lost. */
  private Map<Long, Integer> admit(Held held, Policy policy, Picked picked) throws SQLException {
    Map<Long, Integer> taken = new LinkedHashMap<>();
    List<Waiting> jobs = picked.jobs();
    for (int from = 0; from < jobs.size(); from += BATCH) {
      List<Waiting> some = jobs.subList(from, Math.min(from + BATCH, jobs.size()));
      for (Attempted job : admit(held.id(), policy, some)) {
        taken.merge(job.lane(), 1, Integer::sum);
      }
    }
    return taken;
  }

  private List<Attempted> admit(int policyId, Policy policy, List<Waiting> jobs)
      throws SQLException {
    Clock clock =
        OPEN_BATCH.on(connection).one(row -> new Clock(row.instant("now"), row.bigint("batch")));
    long[] ids = jobs.stream().mapToLong(Waiting::id).toArray();
    Map<Long, Attempted> byId = new HashMap<>();
    ADMIT
        .on(connection)
        .set("batch", clock.batch())
        .set("now", clock.now())
        .set("lease_ms", policy.lease().toMillis())
        .bigints("ids", ids)
        .list(row -> new Attempted(row.bigint("id"), row.bigint("lane_id"), row.integer("attempt")))
        .forEach(job -> byId.put(job.id(), job));
    List<Attempted> inOrder = new ArrayList<>();
    for (long id : ids) {
      Attempted job = byId.get(id);
      if (job != null) {
        inOrder.add(job);
      }
    }
    if (!inOrder.isEmpty()) {
      INSERT_BATCH
          .on(connection)
          .set("id", clock.batch())
          .set("policy", policyId)
          .set("now", clock.now())
          .bigints("jobs", inOrder.stream().mapToLong(Attempted::id).toArray())
          .integers("attempts", inOrder.stream().mapToInt(Attempted::attempt).toArray())
          .set("looked_at", 0)
          .set("destination", policy.destination())
          .update();
    }
    return inOrder;
  }

  private List<Forced.Past> takeSlots(
      Policy policy, Map<Long, Slot> slots, Picked picked, Map<Long, Integer> taken)
      throws SQLException {
    Map<Long, Integer> counts = new TreeMap<>();
    taken.forEach((lane, n) -> {
      for (long id : picked.partitionsOfLane().getOrDefault(lane, new long[0])) {
        counts.merge(id, n, Integer::sum);
      }
    });
    TAKE_SLOTS
        .on(connection)
        .bigints("ids", counts.keySet().stream().mapToLong(k -> k).toArray())
        .integers("counts", counts.values().stream().mapToInt(n -> n).toArray())
        .update();
    Instant now = now();
    List<Forced.Past> past = new ArrayList<>();
    counts.forEach((id, n) -> {
      Slot slot = slots.get(id);
      GateRule rule = slot == null ? null : gates.of(slot.row(), policy).orElse(null);
      if (slot != null && rule != null) {
        PartitionView view = slot.row().view(rule);
        if (n > view.ask(now).room()) {
          past.add(past(slot, view, n, now));
        }
      }
    });
    return past;
  }

  private Instant now() throws SQLException {
    return NOW.on(connection).one(row -> row.instant("now"));
  }

  private static Forced.Past past(Slot slot, PartitionView view, int n, Instant now) {
    Limits limits = view.inForce(now);
    if (view.gate() instanceof Quota quota
        && quota.platformDefault() != null
        && limits.max() == null) {
      limits = Limits.max(quota.platformDefault().doubleValue());
    }
    return new Forced.Past(
        slot.row().gate(),
        slot.key(),
        view.ask(now).reason(),
        limits.max() == null ? limits.rate() : limits.max(),
        slot.row().state().inFlight() + n);
  }

  /** The figures follow by an arrival below zero and a tally, which the next tick folds. */
  private void charge(Held held, Map<Long, Integer> taken, int admitted) throws SQLException {
    CHARGE_LANES
        .on(connection)
        .set("virtual_time", held.virtualTime())
        .bigints("lanes", taken.keySet().stream().mapToLong(k -> k).toArray())
        .integers("counts", taken.values().stream().mapToInt(n -> n).toArray())
        .update();
    Map<Long, Integer> gone = new LinkedHashMap<>();
    taken.forEach((lane, n) -> gone.put(lane, -n));
    Arrivals.change(connection, held.id(), gone, 0);
    new Tallies().add(held.id(), Tallies.Figure.IN_FLIGHT, admitted).insert(connection);
    NOTE_MINUTE
        .on(connection)
        .set("policy", held.id())
        .set("now", now())
        .set("accepted", 0)
        .set("admitted", admitted)
        .texts("reasons", new String[0])
        .bigints("lanes", new long[0])
        .set("fair_lag", 0.0)
        .set("fair_bound", 0.0)
        .update();
  }

  private void audit(int admitted, boolean paused, int past) throws SQLException {
    Act.Change change =
        Act.Change.of(
            null, Map.of("admitted", admitted, "paused", paused, "partitionsPastLimit", past));
    new Act(by.actor(), order.action(), "policy:" + order.policy(), by.reason(), change)
        .write(connection);
  }
}
