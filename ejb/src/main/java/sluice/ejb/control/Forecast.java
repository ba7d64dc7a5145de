package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import sluice.core.admission.AdmissionPlanner;
import sluice.core.admission.LaneView;
import sluice.core.admission.PartitionView;
import sluice.core.admission.ShareView;
import sluice.core.admission.Situation;
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
  private static final int LANES_EACH = 20;
  private static final int SOURCES = 500;
  private static final int BUSIEST = 1_000;
  private static final int SHOWN = 50;

  private static final SqlStatement HEAD = SqlStatement.named("control/find_head");
  private static final SqlStatement LANES_WAITING = SqlStatement.named("control/waiting_lanes");
  private static final SqlStatement READ = SqlStatement.named("control/read_partitions");
  private static final SqlStatement BUSY = SqlStatement.named("control/busiest_partitions");
  private static final SqlStatement COUNT = SqlStatement.named("observe/count_partitions");

  private final Connection connection;
  private final Gates gates;
  private final Policy after;

  private record Head(
      int id, int version, int keyingVersion, boolean paused, double virtualTime, Instant now) {}

  private record Waiting(long turn, long share, double weight, double shareTime, LaneView lane) {}

  private record Slot(String key, PartitionRow row) {}

  Forecast(Connection connection, Gates gates, Policy after) {
    this.connection = connection;
    this.gates = gates;
    this.after = after;
  }

  /** The impact; empty for a policy that is new. */
  Optional<Impact> read() throws SQLException {
    Optional<Head> found =
        HEAD.on(connection)
            .set("name", after.name())
            .first(row ->
                new Head(
                    row.integer("id"),
                    row.integer("version"),
                    row.integer("keying_version"),
                    row.bool("paused"),
                    row.real("virtual_time"),
                    row.instant("now")));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Head head = found.get();
    Policy before = gates.policies().byId(head.id(), head.version()).policy();
    boolean sameKeys = PolicyDocument.keyingOf(before).equals(PolicyDocument.keyingOf(after));
    List<Waiting> lanes = head.paused() ? List.of() : lanes(head);
    List<PartitionRow> rows = partitions(lanes);
    int goNow = granted(head, before, lanes, rows);
    int wouldGo = sameKeys ? granted(head, after, lanes, rows) : 0;
    boolean cut = lanes.size() >= LANES || Math.max(goNow, wouldGo) >= BUDGET;
    return Optional.of(
        new Impact(
            goNow,
            sameKeys ? wouldGo : null,
            sameKeys ? null : Impact.KEYED_ANEW,
            cut || many(lanes),
            overLimit(head)));
  }

  /** Whether a share may have more lanes, or a namespace more shares, than were read. */
  private static boolean many(List<Waiting> lanes) {
    Map<Long, Integer> ofShare = new HashMap<>();
    Map<Long, Set<Long>> ofTurn = new HashMap<>();
    for (Waiting lane : lanes) {
      ofShare.merge(lane.share(), 1, Integer::sum);
      ofTurn.computeIfAbsent(lane.turn(), t -> new HashSet<>()).add(lane.share());
    }
    return ofTurn.size() >= SOURCES
        || ofShare.values().stream().anyMatch(n -> n >= LANES_EACH)
        || ofTurn.values().stream().anyMatch(shares -> shares.size() >= LANES_EACH);
  }

  private List<Waiting> lanes(Head head) throws SQLException {
    return LANES_WAITING
        .on(connection)
        .set("policy", head.id())
        .set("keying_version", head.keyingVersion())
        .set("partitions", SOURCES)
        .set("lanes", LANES_EACH)
        .set("most", LANES)
        .list(row ->
            new Waiting(
                row.bigint("turn_id"),
                row.bigint("share_id"),
                row.real("weight"),
                row.real("share_time"),
                new LaneView(
                    row.bigint("id"),
                    row.real("lane_time"),
                    row.integer("pending"),
                    boxed(row.bigints("partitions")))));
  }

  private List<PartitionRow> partitions(List<Waiting> lanes) throws SQLException {
    TreeSet<Long> ids = new TreeSet<>();
    lanes.forEach(lane -> ids.addAll(lane.lane().partitions()));
    return ids.isEmpty()
        ? List.of()
        : READ.on(connection)
            .bigints("partitions", ids.stream().mapToLong(k -> k).toArray())
            .list(PartitionRow::read);
  }

  private int granted(Head head, Policy policy, List<Waiting> lanes, List<PartitionRow> rows) {
    Map<Long, PartitionView> views = new HashMap<>();
    for (PartitionRow row : rows) {
      gates.of(row, policy).ifPresent(rule -> views.put(row.id(), row.view(rule)));
    }
    Map<Long, List<Waiting>> byShare = new LinkedHashMap<>();
    lanes.forEach(lane -> byShare.computeIfAbsent(lane.share(), s -> new ArrayList<>()).add(lane));
    List<ShareView> shares = new ArrayList<>();
    byShare.forEach((id, of) -> {
      Waiting first = of.getFirst();
      double weight = policy.fairness().fixedWeight().orElse(first.weight());
      List<LaneView> ofShare = of.stream().map(Waiting::lane).toList();
      shares.add(new ShareView(id, weight, first.shareTime(), ofShare, false));
    });
    Situation situation = new Situation(head.now(), BUDGET, head.virtualTime(), shares, views);
    return AdmissionPlanner.plan(situation).grants().size();
  }

  private Impact.OverLimit overLimit(Head head) throws SQLException {
    List<Impact.Over> over = new ArrayList<>();
    List<Slot> busy =
        BUSY.on(connection)
            .set("policy", head.id())
            .set("bound", PARTITIONS)
            .set("most", BUSIEST)
            .list(row -> new Slot(row.text("key"), PartitionRow.read(row)));
    for (Slot slot : busy) {
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

  private static List<Long> boxed(long[] values) {
    List<Long> boxed = new ArrayList<>(values.length);
    for (long value : values) {
      boxed.add(value);
    }
    return boxed;
  }
}
