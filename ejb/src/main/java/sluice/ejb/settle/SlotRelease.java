package sluice.ejb.settle;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Adaptation;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.CapChange;
import sluice.core.gate.GateRule;
import sluice.core.gate.Observation;
import sluice.core.gate.PartitionState;
import sluice.core.gate.RecentOutcomes;
import sluice.core.gate.Throttle;
import sluice.core.job.Outcome;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.partition.Waking;
import sluice.ejb.policy.PolicySource;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * Releases the slots of settled attempts, teaches adaptive gates, closes throttled partitions on a
 * worker's word, and wakes who waits.
 *
 * <p>Locks the partitions once, by id; then waiter rows in a statement of their own, whose snapshot
 * is younger than the locks, so that no wake-up is lost.
 */
final class SlotRelease {
  private static final SqlStatement LOCK_PARTITIONS = SqlStatement.named("admit/lock_partitions");
  private static final SqlStatement TEACH_GATES = SqlStatement.named("settle/teach_gates");
  private static final SqlStatement RELEASE_SLOTS = SqlStatement.named("settle/release_slots");

  private final Connection connection;
  private final PolicySource policies;
  private final LanePartitions lanes;
  private final Pipeline writes;

  /** Locks at once; writes with the pipeline. */
  SlotRelease(Connection connection, PolicySource policies, LanePartitions lanes, Pipeline writes) {
    this.connection = connection;
    this.lanes = lanes;
    this.policies = policies;
    this.writes = writes;
  }

  /** The policies whose lanes slept on a partition that has room now; known once written. */
  List<Integer> release(List<Attempt> attempts, Map<AttemptRef, Completion> words)
      throws SQLException {
    Map<Long, List<Attempt>> byLane = new HashMap<>();
    attempts.forEach(a -> byLane.computeIfAbsent(a.laneId(), l -> new ArrayList<>()).add(a));
    Map<Long, List<Attempt>> holders = holders(byLane);
    if (holders.isEmpty()) {
      return List.of();
    }
    long[] ids = holders.keySet().stream().mapToLong(k -> k).toArray();
    List<PartitionRow> rows =
        LOCK_PARTITIONS.on(connection).bigints("partitions", ids).list(PartitionRow::read);
    Map<Long, Integer> tuned = write(rows, holders, words);
    note(attempts, rows, holders, words, tuned);
    return Waking.on(writes, ids);
  }

  /** Tells what was seen of the partitions; {@code tuned}: where adaptive gates stand now. */
  private void note(
      List<Attempt> attempts,
      List<PartitionRow> rows,
      Map<Long, List<Attempt>> holders,
      Map<AttemptRef, Completion> words,
      Map<Long, Integer> tuned)
      throws SQLException {
    Observations observations = new Observations(words);
    attempts.forEach(observations::lag);
    rows.forEach(row ->
        observations.partition(
            row, holders.getOrDefault(row.id(), List.of()), tuned.get(row.id())));
    observations.insert(writes);
  }

  /** The attempts that hold a slot of each partition. */
  private Map<Long, List<Attempt>> holders(Map<Long, List<Attempt>> byLane) throws SQLException {
    Map<Long, List<Attempt>> holders = new TreeMap<>();
    lanes
        .of(connection, byLane.keySet())
        .forEach((lane, partitions) -> {
          List<Attempt> held = byLane.getOrDefault(lane, List.of());
          for (long partition : partitions) {
            holders.computeIfAbsent(partition, p -> new ArrayList<>()).addAll(held);
          }
        });
    return holders;
  }

  /** The limits that adaptive gates stand at now, by partition. */
  private Map<Long, Integer> write(
      List<PartitionRow> rows, Map<Long, List<Attempt>> holders, Map<AttemptRef, Completion> words)
      throws SQLException {
    Map<Long, Integer> tuned = new HashMap<>();
    int[] released = new int[rows.size()];
    List<Lesson> lessons = new ArrayList<>();
    Map<List<Object>, Optional<GateRule>> gates = new HashMap<>();
    for (int i = 0; i < released.length; i++) {
      PartitionRow row = rows.get(i);
      List<Attempt> held = holders.getOrDefault(row.id(), List.of());
      released[i] = held.size();
      GateRule gate =
          gates.computeIfAbsent(List.of(row.policyId(), row.gate()), k -> gate(row)).orElse(null);
      if (gate instanceof AdaptiveConcurrency adaptive) {
        Adaptation learned = observe(adaptive, row, held, words);
        lessons.add(new Lesson(row, null, learned));
        tuned.put(row.id(), learned.currentMax());
      }
      Long closeMs = gate instanceof Throttle ? longestClosing(held, words) : null;
      if (closeMs != null) {
        lessons.add(new Lesson(row, closeMs, row.state().adaptation()));
      }
    }
    writes.add(
        writes
            .on(RELEASE_SLOTS)
            .bigints("ids", rows.stream().mapToLong(PartitionRow::id).toArray())
            .integers("released", released));
    if (!lessons.isEmpty()) {
      teach(lessons);
    }
    return tuned;
  }

  /** What a partition learns beside its free slots. */
  private record Lesson(PartitionRow row, @Nullable Long closeMs, Adaptation learned) {
    RecentOutcomes recent() {
      return learned.recent();
    }
  }

  private void teach(List<Lesson> lessons) throws SQLException {
    List<Adaptation> learned = lessons.stream().map(Lesson::learned).toList();
    writes.add(
        writes
            .on(TEACH_GATES)
            .bigints("ids", lessons.stream().mapToLong(l -> l.row().id()).toArray())
            .bigints("close_ms", lessons.stream().map(Lesson::closeMs).toArray(Long[]::new))
            .integers("current_maxes", learned.stream().mapToInt(Adaptation::currentMax).toArray())
            .reals("ewmas", learned.stream().map(Adaptation::ewmaLagMillis).toArray(Double[]::new))
            .bigints("samples", learned.stream().mapToLong(Adaptation::sampleCount).toArray())
            .reals(
                "outcomes", lessons.stream().map(l -> l.recent().outcomes()).toArray(Double[]::new))
            .reals(
                "failures", lessons.stream().map(l -> l.recent().failures()).toArray(Double[]::new))
            .instants(
                "observed_ats",
                lessons.stream().map(l -> l.recent().observedAt()).toArray(Instant[]::new))
            .instants(
                "decreased_ats",
                lessons.stream().map(l -> l.recent().decreasedAt()).toArray(Instant[]::new))
            .bigints("cap_froms", changes(learned, c -> (long) c.from()).toArray(new Long[0]))
            .texts("cap_causes", changes(learned, c -> c.cause().name()).toArray(new String[0]))
            .instants("cap_changed_ats", changes(learned, CapChange::at).toArray(new Instant[0])));
  }

  private static <T> List<@Nullable T> changes(
      List<Adaptation> learned, Function<CapChange, T> field) {
    List<@Nullable T> values = new ArrayList<>();
    for (Adaptation one : learned) {
      CapChange change = one.change();
      values.add(change == null ? null : field.apply(change));
    }
    return values;
  }

  private Optional<GateRule> gate(PartitionRow row) {
    return row.isQuota()
        ? Optional.empty()
        : policies.byId(row.policyId()).flatMap(p -> p.policy().gate(row.gate()));
  }

  private static @Nullable Long longestClosing(
      List<Attempt> held, Map<AttemptRef, Completion> words) {
    Long longest = null;
    for (Attempt attempt : held) {
      Completion word = Settler.word(words, attempt);
      boolean asks = word.outcome() == Outcome.LATER || word.outcome() == Outcome.FAILURE;
      if (asks && word.retryAfter() != null) {
        long asked = word.retryAfter().toMillis();
        longest = longest == null ? asked : Math.max(longest, asked);
      }
    }
    return longest;
  }

  /**
   * Each attempt is observed while it still counts as in flight; "later" says nothing about load.
   * Nothing is learned while an operator's limit holds, so that what was learned before holds
   * after.
   */
  private static Adaptation observe(
      AdaptiveConcurrency gate,
      PartitionRow row,
      List<Attempt> held,
      Map<AttemptRef, Completion> words) {
    PartitionState state = row.state();
    for (Attempt attempt : held) {
      Completion word = Settler.word(words, attempt);
      boolean tuning = !row.control().overrides(attempt.times().now());
      if (tuning && word.outcome() != Outcome.LATER) {
        long lag = word.startedAt() == null ? 0 : attempt.lagMillis(word.startedAt());
        boolean failed = word.outcome() != Outcome.SUCCESS;
        state =
            gate.observe(
                state, row.inForce(gate), new Observation(lag, failed, attempt.times().now()));
      }
      state = state.withInFlightChangedBy(-1);
    }
    return state.adaptation();
  }
}
