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
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Adaptation;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.GateRule;
import sluice.core.gate.Observation;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Throttle;
import sluice.core.job.Outcome;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.policy.PolicySource;
import sluice.sql.SqlStatement;

/**
 * Releases the slots of settled attempts, teaches adaptive gates, closes throttled partitions on a
 * worker's word, and wakes who waits.
 *
 * <p>Locks the partitions once, by id; then waiter rows in a statement of their own, whose snapshot
 * is younger than the locks, so that no wake-up is lost.
 */
final class SlotRelease {
  private static final SqlStatement LOCK_RELEASED = SqlStatement.named("settle/lock_released");
  private static final SqlStatement RELEASE_SLOTS = SqlStatement.named("settle/release_slots");
  private static final SqlStatement WAKE_WAITERS = SqlStatement.named("settle/wake_waiters");

  private final Connection connection;
  private final PolicySource policies;

  SlotRelease(Connection connection, PolicySource policies) {
    this.connection = connection;
    this.policies = policies;
  }

  void release(List<Attempt> attempts, Map<AttemptRef, Completion> words) throws SQLException {
    Map<Long, List<Attempt>> holders = new TreeMap<>();
    for (Attempt attempt : attempts) {
      for (long partition : attempt.partitions()) {
        holders.computeIfAbsent(partition, p -> new ArrayList<>()).add(attempt);
      }
    }
    if (holders.isEmpty()) {
      return;
    }
    long[] ids = holders.keySet().stream().mapToLong(k -> k).toArray();
    List<PartitionRow> rows =
        LOCK_RELEASED.on(connection).bigints("partitions", ids).list(PartitionRow::read);
    write(rows, holders, words);
    WAKE_WAITERS.on(connection).bigints("partitions", ids).update();
  }

  private void write(
      List<PartitionRow> rows, Map<Long, List<Attempt>> holders, Map<AttemptRef, Completion> words)
      throws SQLException {
    int[] released = new int[rows.size()];
    Long[] closeMs = new Long[rows.size()];
    List<Adaptation> learned = new ArrayList<>();
    Map<List<Object>, Optional<GateRule>> gates = new HashMap<>();
    for (int i = 0; i < released.length; i++) {
      PartitionRow row = rows.get(i);
      List<Attempt> held = holders.getOrDefault(row.id(), List.of());
      released[i] = held.size();
      GateRule gate =
          gates.computeIfAbsent(List.of(row.policyId(), row.gate()), k -> gate(row)).orElse(null);
      closeMs[i] = gate instanceof Throttle ? longestClosing(held, words) : null;
      learned.add(
          gate instanceof AdaptiveConcurrency adaptive
              ? observe(adaptive, row, held, words)
              : row.state().adaptation());
    }
    RELEASE_SLOTS
        .on(connection)
        .bigints("ids", rows.stream().mapToLong(PartitionRow::id).toArray())
        .integers("released", released)
        .bigints("close_ms", closeMs)
        .integers("current_maxes", learned.stream().mapToInt(Adaptation::currentMax).toArray())
        .reals("ewmas", learned.stream().map(Adaptation::ewmaLagMillis).toArray(Double[]::new))
        .bigints("samples", learned.stream().mapToLong(Adaptation::sampleCount).toArray())
        .reals("outcomes", learned.stream().map(a -> a.recent().outcomes()).toArray(Double[]::new))
        .reals("failures", learned.stream().map(a -> a.recent().failures()).toArray(Double[]::new))
        .instants(
            "observed_ats",
            learned.stream().map(a -> a.recent().observedAt()).toArray(Instant[]::new))
        .instants(
            "decreased_ats",
            learned.stream().map(a -> a.recent().decreasedAt()).toArray(Instant[]::new))
        .update();
  }

  private Optional<GateRule> gate(PartitionRow row) {
    return policies.byId(row.policyId()).flatMap(p -> p.policy().gate(row.gate()));
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
