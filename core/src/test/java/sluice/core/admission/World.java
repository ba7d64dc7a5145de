package sluice.core.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;

/** Shares, lanes and partitions over many ticks, kept as the tables keep them. */
final class World {
  Instant now = Scene.NOW;
  double virtualTime;
  final Map<Long, PartitionView> partitions = new HashMap<>();
  final Map<Long, Lane> lanes = new TreeMap<>();
  private final Map<Long, Share> shares = new TreeMap<>();

  static final class Lane {
    final long id;
    final Share share;
    final List<Long> partitions;
    int staged;
    int pending;
    int inFlight;
    int ended;
    @Nullable Long blockedBy;
    private double wakeOrder;
    private double virtualTime;

    private Lane(long id, Share share, List<Long> partitions) {
      this.id = id;
      this.share = share;
      this.partitions = partitions;
    }

    boolean ready() {
      return pending > 0 && blockedBy == null;
    }
  }

  static final class Share {
    final long id;
    final double weight;
    private double virtualTime;
    private double laneTime;
    private boolean ready;
    final List<Lane> lanes = new ArrayList<>();

    private Share(long id, double weight) {
      this.id = id;
      this.weight = weight;
    }
  }

  World gate(long partition, GateRule gate) {
    Limits limits = gate.fixedLimits();
    partitions.put(partition, new PartitionView(gate, limits, gate.fresh(limits, now)));
    return this;
  }

  World lane(long id, long share, double weight, Long... of) {
    Share owner = shares.computeIfAbsent(share, s -> new Share(s, weight));
    Lane lane = new Lane(id, owner, List.of(of));
    owner.lanes.add(lane);
    lanes.put(id, lane);
    return this;
  }

  /** A lane that is its share. */
  World lane(long id, Long... of) {
    return lane(id, id, 1, of);
  }

  World stage(long id, int jobs) {
    Lane lane = known(id);
    if (lane.pending <= 0) {
      lane.virtualTime = Math.max(lane.virtualTime, lane.share.laneTime);
    }
    lane.staged += jobs;
    lane.pending += jobs;
    if (lane.ready()) {
      wake(lane.share);
    }
    return this;
  }

  private void wake(Share share) {
    if (!share.ready) {
      share.ready = true;
      share.virtualTime = Math.max(share.virtualTime, virtualTime);
    }
  }

  /** So many jobs of the lane end. */
  void end(long id, int jobs) {
    Lane lane = known(id);
    lane.inFlight -= jobs;
    lane.ended += jobs;
    for (Long partition : lane.partitions) {
      PartitionView view = view(partition);
      partitions.put(
          partition,
          new PartitionView(view.gate(), view.limits(), view.state().withInFlightChangedBy(-jobs)));
    }
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  /** How many jobs of each lane one tick lets go. */
  Map<Long, Integer> tick(int budget) {
    wakeLanes(budget);
    Situation situation = situation(budget);
    Plan plan = AdmissionPlanner.plan(situation);
    Map<Long, Integer> granted = new HashMap<>();
    plan.grants().forEach(id -> granted.merge(id, 1, Integer::sum));
    granted.forEach((id, n) -> take(known(id), n));
    plan.asleep()
        .forEach((id, asleep) -> {
          known(id).blockedBy = asleep.partition();
          known(id).wakeOrder = asleep.wakeOrder();
        });
    virtualTime = plan.virtualTime();
    shares.values().forEach(s -> s.ready = s.lanes.stream().anyMatch(Lane::ready));
    return granted;
  }

  private void take(Lane lane, int jobs) {
    lane.share.laneTime = Math.max(lane.share.laneTime, lane.virtualTime + jobs - 1);
    lane.pending -= jobs;
    lane.inFlight += jobs;
    lane.virtualTime += jobs;
    lane.share.virtualTime += jobs / lane.share.weight;
    for (Long partition : lane.partitions) {
      PartitionView view = view(partition);
      partitions.put(
          partition, new PartitionView(view.gate(), view.limits(), view.charge(jobs, now)));
    }
  }

  private void wakeLanes(int budget) {
    Set<Long> waitedFor = new HashSet<>();
    lanes
        .values()
        .forEach(lane -> {
          if (lane.blockedBy != null) {
            waitedFor.add(lane.blockedBy);
          }
        });
    for (Long partition : waitedFor) {
      lanes.values().stream()
          .filter(lane -> partition.equals(lane.blockedBy))
          .sorted(Comparator.comparingDouble((Lane l) -> l.wakeOrder).thenComparingLong(l -> l.id))
          .limit(Math.min(view(partition).ask(now).room(), budget))
          .forEach(lane -> {
            lane.blockedBy = null;
            lane.virtualTime = Math.max(lane.virtualTime, lane.share.laneTime);
            wake(lane.share);
          });
    }
  }

  /** What the next tick would read once lanes are awake. */
  Situation situation(int budget) {
    List<Share> first =
        shares.values().stream()
            .filter(share -> share.ready)
            .sorted(
                Comparator.comparingDouble((Share s) -> s.virtualTime).thenComparingLong(s -> s.id))
            .limit(budget)
            .toList();
    int most = Math.max(2, 2 * budget / Math.max(1, first.size()));
    List<ShareView> views = new ArrayList<>();
    for (Share share : first) {
      List<LaneView> ready =
          share.lanes.stream()
              .filter(Lane::ready)
              .sorted(
                  Comparator.comparingDouble((Lane l) -> l.virtualTime)
                      .thenComparingLong(l -> l.id))
              .map(l -> new LaneView(l.id, l.virtualTime, l.pending, l.partitions))
              .toList();
      views.add(
          new ShareView(
              share.id,
              share.weight,
              share.virtualTime,
              ready.subList(0, Math.min(most, ready.size())),
              ready.size() > most));
    }
    return new Situation(now, budget, virtualTime, views, Collections.unmodifiableMap(partitions));
  }

  Lane known(long id) {
    Lane lane = lanes.get(id);
    if (lane == null) {
      throw new IllegalArgumentException("lane " + id);
    }
    return lane;
  }

  PartitionView view(Long id) {
    PartitionView view = partitions.get(id);
    if (view == null) {
      throw new IllegalArgumentException("partition " + id);
    }
    return view;
  }
}
