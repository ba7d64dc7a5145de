package sluice.core.admission;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * In which order waiting jobs go: first those that the planner lets go now, as it grants them; then
 * those that a gate holds back, in the order they would have if it did not.
 *
 * <p>A pure function of the situation; thread-safe.
 */
public final class AdmissionOrder {
  private AdmissionOrder() {}

  /**
   * A place in the order.
   *
   * @param lane whose next job stands here
   * @param held what holds it back; null: it may go
   */
  public record Place(long lane, @Nullable Held held) {}

  /**
   * What holds a job back.
   *
   * @param partition the first partition of its lane without room
   * @param reason why it has none
   */
  public record Held(long partition, Reason reason) {}

  /** The first places, no more than the situation's budget. */
  public static List<Place> of(Situation situation) {
    Plan plan = AdmissionPlanner.plan(situation);
    List<Place> places = new ArrayList<>();
    plan.grants().forEach(lane -> places.add(new Place(lane, null)));
    int left = situation.budget() - places.size();
    if (left > 0) {
      Map<Long, Integer> taken = new HashMap<>();
      plan.grants().forEach(lane -> taken.merge(lane, 1, Integer::sum));
      Rest rest = new Rest(situation, taken);
      Map<Long, LaneView> lanes = new HashMap<>();
      lanes(situation).forEach(lane -> lanes.put(lane.id(), lane));
      AdmissionPlanner.plan(rest.ungated(left))
          .grants()
          .forEach(id -> {
            LaneView lane = lanes.get(id);
            places.add(new Place(id, lane == null ? null : rest.heldBy(lane)));
          });
    }
    return places;
  }

  private static Stream<LaneView> lanes(Situation situation) {
    return situation.shares().stream().flatMap(share -> share.lanes().stream());
  }

  /** What is left once so many jobs of each lane went. */
  private record Rest(Situation situation, Map<Long, Integer> taken) {
    Situation ungated(int budget) {
      List<NamespaceView> namespaces =
          situation.order().namespaces().stream().map(this::ungated).toList();
      FairOrder order = new FairOrder(situation.order().virtualTime(), namespaces);
      return new Situation(situation.now(), budget, order, Map.of());
    }

    private NamespaceView ungated(NamespaceView namespace) {
      double served = namespace.shares().stream().mapToDouble(this::served).sum();
      return new NamespaceView(
          namespace.id(),
          namespace.virtualTime() + served,
          namespace.shares().stream().map(this::ungated).toList(),
          false);
    }

    private ShareView ungated(ShareView share) {
      List<LaneView> lanes =
          share.lanes().stream()
              .filter(lane -> lane.pending() > went(lane))
              .map(lane ->
                  new LaneView(
                      lane.id(),
                      lane.virtualTime() + went(lane),
                      lane.pending() - went(lane),
                      List.of()))
              .toList();
      return new ShareView(
          share.id(), share.weight(), share.virtualTime() + served(share), lanes, false);
    }

    private double served(ShareView share) {
      return share.lanes().stream().mapToInt(this::went).sum() / share.weight();
    }

    private int went(LaneView lane) {
      return taken.getOrDefault(lane.id(), 0);
    }

    @Nullable Held heldBy(LaneView lane) {
      Instant now = situation.now();
      for (Long partition : lane.partitions()) {
        PartitionView view = situation.partitions().get(partition);
        if (view == null) {
          return new Held(partition, Reason.MISCONFIGURED);
        }
        if (view.ask(now).room() <= charged(partition)) {
          return new Held(partition, view.ask(now).reason());
        }
      }
      return null;
    }

    private int charged(Long partition) {
      return lanes(situation)
          .filter(lane -> lane.partitions().contains(partition))
          .mapToInt(this::went)
          .sum();
    }
  }
}
