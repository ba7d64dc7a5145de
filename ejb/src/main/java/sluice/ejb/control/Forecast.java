package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.core.admission.AdmissionPlanner;
import sluice.core.admission.PartitionView;
import sluice.core.gate.GateRule;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.partition.PartitionRow;
import sluice.sql.SqlStatement;

/**
 * Foretells what a new version of a policy would do: the planner that ticks use, asked twice about
 * the same rows, once under each version. Reads no more than {@value #LANES} lanes and {@value
 * #PARTITIONS} partitions, locks nothing, writes nothing. Used once, by one thread.
 */
final class Forecast {
  static final int LANES = 2_000;
  static final int PARTITIONS = 20_000;
  private static final int BUDGET = 10_000;
  private static final WaitingLanes.Bounds BOUNDS = new WaitingLanes.Bounds(500, 20, LANES);
  private static final int BUSIEST = 1_000;
  private static final int SHOWN = 50;

  private static final SqlStatement BUSY = SqlStatement.named("control/busiest_partitions");
  private static final SqlStatement COUNT = SqlStatement.named("observe/count_partitions");

  private final Connection connection;
  private final Gates gates;
  private final Policy after;

  Forecast(Connection connection, Gates gates, Policy after) {
    this.connection = connection;
    this.gates = gates;
    this.after = after;
  }

  /** The impact; empty for a policy that is new. */
  Optional<Impact> read() throws SQLException {
    Optional<PolicyHead> found = PolicyHead.find(connection, after.name());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    PolicyHead head = found.get();
    Policy before = gates.policies().byId(head.id(), head.versions().inForce()).policy();
    boolean sameKeys = PolicyDocument.keyingOf(before).equals(PolicyDocument.keyingOf(after));
    WaitingLanes lanes = WaitingLanes.read(connection, head, BOUNDS);
    int goNow = granted(head, before, lanes);
    int wouldGo = sameKeys ? granted(head, after, lanes) : 0;
    boolean cut = !head.paused() && (lanes.cut() || Math.max(goNow, wouldGo) >= BUDGET);
    return Optional.of(
        new Impact(
            goNow,
            sameKeys ? wouldGo : null,
            sameKeys ? null : Impact.KEYED_ANEW,
            cut,
            overLimit(head)));
  }

  private int granted(PolicyHead head, Policy policy, WaitingLanes lanes) {
    return head.paused()
        ? 0
        : AdmissionPlanner.plan(lanes.situation(policy, gates, BUDGET)).grants().size();
  }

  private Impact.OverLimit overLimit(PolicyHead head) throws SQLException {
    List<Impact.Over> over = new ArrayList<>();
    List<WaitingLanes.Slot> busy =
        BUSY.on(connection)
            .set("policy", head.id())
            .set("bound", PARTITIONS)
            .set("most", BUSIEST)
            .list(row -> new WaitingLanes.Slot(row.text("key"), PartitionRow.read(row)));
    for (WaitingLanes.Slot slot : busy) {
      after
          .gate(slot.row().gate())
          .map(rule -> most(slot.row(), rule, head.now()))
          .filter(most -> slot.row().state().inFlight() > most)
          .ifPresent(most ->
              over.add(
                  new Impact.Over(
                      slot.row().gate(), slot.key(), slot.row().state().inFlight(), most)));
    }
    int partitions =
        COUNT
            .on(connection)
            .set("policy_id", head.id())
            .set("gate", null)
            .set("pattern", null)
            .set("bound", PARTITIONS + 1)
            .one(row -> row.integer("partitions"));
    boolean complete = partitions <= PARTITIONS && busy.size() < BUSIEST;
    return new Impact.OverLimit(
        over.subList(0, Math.min(SHOWN, over.size())), over.size(), complete);
  }

  /** Most jobs in flight; without bound for a throttle. A limit without a value lets none go. */
  private static double most(PartitionRow row, GateRule rule, Instant now) {
    PartitionView view = row.view(rule);
    if (view.inForce(now).periodMillis() != null) {
      return Double.MAX_VALUE;
    }
    // Of an adaptive gate the ceiling: what it tunes itself to below that changes by itself.
    Double max = view.inForce(now).max();
    return max == null ? 0 : Math.floor(max);
  }
}
