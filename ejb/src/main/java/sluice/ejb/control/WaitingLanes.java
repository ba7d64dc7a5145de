package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import sluice.core.admission.FairOrder;
import sluice.core.admission.LaneView;
import sluice.core.admission.NamespaceView;
import sluice.core.admission.PartitionView;
import sluice.core.admission.ShareView;
import sluice.core.admission.Situation;
import sluice.core.policy.Policy;
import sluice.ejb.partition.PartitionRow;
import sluice.sql.SqlStatement;

/**
 * A bounded sample of a policy's waiting lanes, those asleep too, with their partitions: what the
 * planner is asked about by those who foretell. Read without a lock. Immutable.
 */
final class WaitingLanes {
  private static final SqlStatement LANES = SqlStatement.named("control/waiting_lanes");
  private static final SqlStatement PARTITIONS = SqlStatement.named("control/read_partitions");

  private final PolicyHead head;
  private final Bounds bounds;
  private final List<Waiting> lanes;
  private final Map<Long, Slot> slots;

  /**
   * How much is read.
   *
   * @param sources most namespaces, and partitions slept on
   * @param each most shares of a namespace, and lanes of a share or partition
   * @param most lanes in all, of ready ones and of sleeping ones
   */
  record Bounds(int sources, int each, int most) {}

  /** A partition and its key. */
  record Slot(String key, PartitionRow row) {}

  private record Timed(long id, double time) {}

  private record Waiting(Timed turn, Timed share, double weight, LaneView lane) {}

  private WaitingLanes(PolicyHead head, Bounds bounds, List<Waiting> lanes, Map<Long, Slot> slots) {
    this.head = head;
    this.bounds = bounds;
    this.lanes = lanes;
    this.slots = slots;
  }

  static WaitingLanes read(Connection connection, PolicyHead head, Bounds bounds)
      throws SQLException {
    List<Waiting> lanes =
        LANES
            .on(connection)
            .set("policy", head.id())
            .set("keying_version", head.versions().keying())
            .set("virtual_time", head.virtualTime())
            .set("partitions", bounds.sources())
            .set("lanes", bounds.each())
            .set("most", bounds.most())
            .list(row ->
                new Waiting(
                    new Timed(row.bigint("turn_id"), row.real("turn_time")),
                    new Timed(row.bigint("share_id"), row.real("share_time")),
                    row.real("weight"),
                    new LaneView(
                        row.bigint("id"),
                        row.real("lane_time"),
                        row.integer("pending"),
                        boxed(row.bigints("partitions")))));
    return new WaitingLanes(head, bounds, lanes, slots(connection, lanes));
  }

  private static Map<Long, Slot> slots(Connection connection, List<Waiting> lanes)
      throws SQLException {
    TreeSet<Long> ids = new TreeSet<>();
    lanes.forEach(lane -> ids.addAll(lane.lane().partitions()));
    Map<Long, Slot> slots = new HashMap<>();
    if (!ids.isEmpty()) {
      PARTITIONS
          .on(connection)
          .bigints("partitions", ids.stream().mapToLong(k -> k).toArray())
          .list(row -> new Slot(row.text("key"), PartitionRow.read(row)))
          .forEach(slot -> slots.put(slot.row().id(), slot));
    }
    return slots;
  }

  /** What a tick under this policy would be asked. */
  Situation situation(Policy policy, Gates gates, int budget) {
    Map<Long, PartitionView> views = new HashMap<>();
    slots.forEach((id, slot) ->
        gates.of(slot.row(), policy).ifPresent(rule -> views.put(id, slot.row().view(rule))));
    Map<Timed, Map<Timed, List<Waiting>>> byTurn = new LinkedHashMap<>();
    lanes.forEach(lane ->
        byTurn
            .computeIfAbsent(lane.turn(), t -> new LinkedHashMap<>())
            .computeIfAbsent(lane.share(), s -> new ArrayList<>())
            .add(lane));
    List<NamespaceView> namespaces = new ArrayList<>();
    byTurn.forEach((turn, shares) -> {
      List<ShareView> ofTurn = new ArrayList<>();
      shares.forEach((share, of) -> ofTurn.add(share(share, of, policy)));
      namespaces.add(new NamespaceView(turn.id(), turn.time(), ofTurn, false));
    });
    return new Situation(head.now(), budget, new FairOrder(head.virtualTime(), namespaces), views);
  }

  private static ShareView share(Timed share, List<Waiting> lanes, Policy policy) {
    double weight = policy.fairness().fixedWeight().orElse(lanes.getFirst().weight());
    List<LaneView> views = lanes.stream().map(Waiting::lane).toList();
    return new ShareView(share.id(), weight, share.time(), views, false);
  }

  /** A partition of these lanes. */
  Optional<Slot> slot(long partition) {
    return Optional.ofNullable(slots.get(partition));
  }

  /** Whether there may be more than was read: lanes, lanes of a share, or shares of a namespace. */
  boolean cut() {
    Map<Long, Integer> ofShare = new HashMap<>();
    Map<Long, TreeSet<Long>> ofTurn = new HashMap<>();
    for (Waiting lane : lanes) {
      ofShare.merge(lane.share().id(), 1, Integer::sum);
      ofTurn.computeIfAbsent(lane.turn().id(), t -> new TreeSet<>()).add(lane.share().id());
    }
    return lanes.size() >= bounds.most()
        || ofTurn.size() >= bounds.sources()
        || ofShare.values().stream().anyMatch(n -> n >= bounds.each())
        || ofTurn.values().stream().anyMatch(shares -> shares.size() >= bounds.each());
  }

  private static List<Long> boxed(long[] values) {
    List<Long> boxed = new ArrayList<>(values.length);
    for (long value : values) {
      boxed.add(value);
    }
    return boxed;
  }
}
