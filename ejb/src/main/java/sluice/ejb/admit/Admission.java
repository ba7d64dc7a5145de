package sluice.ejb.admit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.AdmissionPlanner;
import sluice.core.admission.FairLag;
import sluice.core.admission.FairOrder;
import sluice.core.admission.NamespaceView;
import sluice.core.admission.PartitionView;
import sluice.core.admission.Plan;
import sluice.core.admission.ShareView;
import sluice.core.admission.Situation;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.Quota;
import sluice.core.reason.Reason;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * The middle of a tick: wake lanes, read candidates, lock partitions, plan, admit. Used once, by
 * one thread.
 */
final class Admission {
  private static final SqlStatement WAKE_LANES = SqlStatement.named("admit/wake_lanes");
  private static final SqlStatement LOCK_PARTITIONS = SqlStatement.named("admit/lock_partitions");

  private final Connection connection;
  private final Pipeline writes;
  private final Held held;
  private final ActivePolicy policy;
  private final Fold fold;
  private final Quota quota;

  /** Locked partitions whose limits a job has changed: lanes that sleep on them may go now. */
  private final Set<Long> changed = new LinkedHashSet<>();

  /**
   * What became of the middle of a tick.
   *
   * @param batch what was admitted; null = nothing
   * @param denials lanes looked at in vain, by reason
   * @param newVirtualTime the policy's; empty = as it was
   * @param fairLag how far from fair its service was
   * @param goesOn whether the next tick can go on at once, whatever waiters say
   * @param due whether lanes still sleep on a partition that has room: true among them, once
   *     written
   */
  record Result(
      @Nullable AdmittedBatch batch,
      Map<Reason, Integer> denials,
      OptionalDouble newVirtualTime,
      FairLag fairLag,
      boolean goesOn,
      List<Boolean> due) {
    /** Whether the next tick can go on at once; known once everything is written. */
    boolean again() {
      return goesOn || due.contains(true);
    }

    int admitted() {
      return batch == null ? 0 : batch.jobs().size();
    }

    double virtualTime(double before) {
      return newVirtualTime.orElse(before);
    }
  }

  /** Nothing was looked at. */
  private static final Result NONE =
      new Result(null, Map.of(), OptionalDouble.empty(), FairLag.NONE, false, List.of());

  /** Reads and admits at once; everything else is written with the pipeline. */
  Admission(
      Connection connection,
      Pipeline writes,
      Held held,
      ActivePolicy policy,
      Fold fold,
      Quota quota) {
    this.quota = quota;
    this.connection = connection;
    this.writes = writes;
    this.held = held;
    this.policy = policy;
    this.fold = fold;
  }

  Result run(int budget) throws SQLException {
    Set<Long> due = new LinkedHashSet<>();
    fold.due().forEach(row -> due.add(row.id()));
    Pipeline reads = new Pipeline(connection);
    wake(budget, reads);
    List<NamespaceView> namespaces = new Candidates(held, policy, fold, budget).read(reads);
    List<ShareView> shares = namespaces.stream().flatMap(n -> n.shares().stream()).toList();
    Set<Long> wanted = new TreeSet<>(due);
    wanted.addAll(fold.limits().keySet());
    shares.forEach(s -> s.lanes().forEach(l -> wanted.addAll(l.partitions())));
    if (shares.isEmpty() && wanted.isEmpty() && fold.weights().isEmpty()) {
      return NONE;
    }
    Map<Long, PartitionView> partitions = lock(wanted);
    Plan plan =
        AdmissionPlanner.plan(
            new Situation(
                held.now(), budget, new FairOrder(held.virtualTime(), namespaces), partitions));
    Set<Long> judged = new LinkedHashSet<>(due);
    judged.addAll(changed);
    TickWriter writer =
        new TickWriter(writes, held, policy, new TickWriter.Read(shares, partitions, judged));
    TickWriter.Written written = writer.write(plan, fold);
    return new Result(
        written.batch(),
        plan.denials(),
        OptionalDouble.of(plan.virtualTime()),
        plan.fairLag(),
        goesOn(plan, written, due, namespaces.size() >= budget),
        written.due());
  }

  /**
   * Admits nothing and keeps what jobs said of limits and weights, which is folded once.
   *
   * @param goesOn whether the next tick can go on at once
   */
  Result hear(boolean goesOn) throws SQLException {
    if (!fold.limits().isEmpty() || !fold.weights().isEmpty()) {
      Map<Long, PartitionView> partitions = lock(fold.limits().keySet());
      Plan nothing =
          new Plan(
              List.of(),
              Map.of(),
              Map.of(),
              held.virtualTime(),
              FairLag.NONE,
              new Plan.Ending.AllSeen());
      new TickWriter(writes, held, policy, new TickWriter.Read(List.of(), partitions, changed))
          .write(nothing, fold);
    }
    return new Result(null, Map.of(), OptionalDouble.empty(), FairLag.NONE, goesOn, List.of());
  }

  /** Whether a tick right now could do more; never only because nothing could be done. */
  private static boolean goesOn(Plan plan, TickWriter.Written written, Set<Long> due, boolean cut) {
    boolean progress = written.batch() != null || !plan.asleep().isEmpty();
    boolean open =
        plan.ending() instanceof Plan.Ending.BudgetUsed
            || plan.ending() instanceof Plan.Ending.ShareCutShort
            || (cut && plan.ending() instanceof Plan.Ending.AllSeen);
    return (open && progress) || due.size() >= Fold.MOST_DUE;
  }

  /** Wakes lanes of partitions that are due, as many as there seems to be room for. */
  private void wake(int budget, Pipeline pipeline) throws SQLException {
    Map<Long, Integer> rooms = new LinkedHashMap<>();
    for (PartitionRow row : fold.due()) {
      PartitionView view = view(row);
      int room = view == null ? budget : view.ask(held.now()).room();
      if (room > 0) {
        rooms.put(row.id(), Math.min(room, budget));
      }
    }
    if (!rooms.isEmpty()) {
      pipeline.add(
          pipeline
              .on(WAKE_LANES)
              .set("policy", held.id())
              .set("virtual_time", held.virtualTime())
              .bigints("partitions", rooms.keySet().stream().mapToLong(k -> k).toArray())
              .integers("counts", rooms.values().stream().mapToInt(n -> n).toArray()));
    }
  }

  private Map<Long, PartitionView> lock(Set<Long> ids) throws SQLException {
    Map<Long, PartitionView> views = new HashMap<>();
    if (ids.isEmpty()) {
      return views;
    }
    List<PartitionRow> rows =
        LOCK_PARTITIONS
            .on(connection)
            .bigints("partitions", ids.stream().mapToLong(k -> k).toArray())
            .list(PartitionRow::read);
    for (PartitionRow row : rows) {
      PartitionView view = view(row);
      if (view != null) {
        views.put(row.id(), view);
        Limits said = fold.limits().get(row.id());
        if (said != null && !said.equals(row.stored())) {
          changed.add(row.id());
        }
      }
    }
    return views;
  }

  /** The partition as the policy in force sees it; null if it has no gate of that name any more. */
  private @Nullable PartitionView view(PartitionRow row) {
    if (row.isQuota()) {
      return row.view(quota);
    }
    for (GateRule gate : policy.policy().gates()) {
      if (gate.name().equals(row.gate())) {
        Limits said = gate.dynamic() ? fold.limits().get(row.id()) : null;
        return said == null
            ? row.view(gate)
            : new PartitionView(gate, gate.inForce(said), row.state(), row.control());
      }
    }
    return null;
  }
}
