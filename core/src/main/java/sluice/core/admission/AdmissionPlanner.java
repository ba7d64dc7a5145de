package sluice.core.admission;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Verdict;
import sluice.core.reason.Reason;

/**
 * Decides which jobs go: start-time fair queuing over namespaces, then over the shares of a
 * namespace, then over the lanes of a share, through the namespace's quota and all gates of the
 * policy.
 *
 * <p>Each step takes the namespace with the smallest virtual time, its share with the smallest and
 * its lane with the smallest. If every partition of the lane has room, one job goes: each
 * partition's room shrinks by one, the lane's virtual time grows by 1, the share's and the
 * namespace's by 1 / weight of the share. Otherwise none is charged (rule R8) and the lane sleeps
 * on the first partition without room. A closed partition that the whole policy shares ends the
 * plan, since no other lane could pass it either.
 *
 * <p>So two shares of a namespace that both have work differ in service by at most 1/w₁ + 1/w₂, and
 * so do two namespaces, with the smallest weight that each served: however many shares or lanes a
 * namespace splits its work into, it gets no more. Where each namespace is one share, the levels
 * are one. Source: Goyal, Vin, Cheng, "Start-time Fair Queuing", SIGCOMM 1996, theorem 1, with
 * packets of length 1 for shares and 1 / weight for namespaces.
 *
 * <p>A pure function of the situation; thread-safe.
 */
public final class AdmissionPlanner {
  private AdmissionPlanner() {}

  /** The plan for a situation. */
  public static Plan plan(Situation situation) {
    return new Planning(situation).run();
  }

  private static final class Room {
    final PartitionView view;
    final Verdict verdict;
    int left;

    Room(PartitionView view, Instant now) {
      this.view = view;
      this.verdict = view.ask(now);
      this.left = verdict.room();
    }
  }

  private static final class LaneTurn {
    final LaneView lane;
    double virtualTime;
    int left;

    LaneTurn(LaneView lane) {
      this.lane = lane;
      this.virtualTime = lane.virtualTime();
      this.left = lane.pending();
    }
  }

  private static final class ShareTurn {
    final ShareView share;
    final PriorityQueue<LaneTurn> lanes =
        new PriorityQueue<>(
            Comparator.<LaneTurn>comparingDouble(l -> l.virtualTime)
                .thenComparingLong(l -> l.lane.id()));
    double virtualTime;

    ShareTurn(ShareView share) {
      this.share = share;
      this.virtualTime = share.virtualTime();
      share.lanes().forEach(lane -> lanes.add(new LaneTurn(lane)));
    }

    boolean hasWork() {
      return !lanes.isEmpty() || share.more();
    }

    FairLag.Served served() {
      return new FairLag.Served(virtualTime - share.virtualTime(), 1 / share.weight());
    }
  }

  private static final class NamespaceTurn {
    final NamespaceView namespace;
    final PriorityQueue<ShareTurn> shares =
        new PriorityQueue<>(
            Comparator.<ShareTurn>comparingDouble(s -> s.virtualTime)
                .thenComparingLong(s -> s.share.id()));
    double virtualTime;

    NamespaceTurn(NamespaceView namespace) {
      this.namespace = namespace;
      this.virtualTime = namespace.virtualTime();
      namespace.shares().forEach(share -> shares.add(new ShareTurn(share)));
    }

    FairLag.Served served() {
      double dearest = namespace.shares().stream().mapToDouble(s -> 1 / s.weight()).max().orElse(0);
      return new FairLag.Served(virtualTime - namespace.virtualTime(), dearest);
    }
  }

  private static final class Planning {
    private final Situation situation;
    private final Map<Long, Room> rooms = new HashMap<>();
    private final PriorityQueue<NamespaceTurn> namespaces =
        new PriorityQueue<>(
            Comparator.<NamespaceTurn>comparingDouble(n -> n.virtualTime)
                .thenComparingLong(n -> n.namespace.id()));
    private final List<Long> grants = new ArrayList<>();
    private final Map<Long, Plan.Asleep> asleep = new LinkedHashMap<>();
    private final Map<Reason, Integer> denials = new EnumMap<>(Reason.class);
    private double virtualTime;

    Planning(Situation situation) {
      this.situation = situation;
      this.virtualTime = situation.order().virtualTime();
      situation.order().namespaces().forEach(n -> namespaces.add(new NamespaceTurn(n)));
    }

    Plan run() {
      Plan.Ending ending = null;
      while (ending == null) {
        ending = step();
      }
      return new Plan(grants, asleep, denials, virtualTime, fairLag(), ending);
    }

    /** Measured over what had work when the plan began and still has. */
    private FairLag fairLag() {
      FairLag worst = FairLag.NONE;
      List<FairLag.Served> turns = new ArrayList<>();
      for (NamespaceTurn namespace : namespaces) {
        List<FairLag.Served> served =
            namespace.shares.stream().filter(ShareTurn::hasWork).map(ShareTurn::served).toList();
        worst = worst.worse(FairLag.of(served));
        if (!served.isEmpty() || namespace.namespace.more()) {
          turns.add(namespace.served());
        }
      }
      return worst.worse(FairLag.of(turns));
    }

    private Plan.@Nullable Ending step() {
      NamespaceTurn namespace = namespaces.poll();
      if (namespace == null) {
        return new Plan.Ending.AllSeen();
      }
      ShareTurn share = namespace.shares.poll();
      if (share == null) {
        return namespace.namespace.more() ? new Plan.Ending.ShareCutShort() : null;
      }
      LaneTurn lane = share.lanes.poll();
      if (lane == null) {
        namespaces.add(namespace);
        return share.share.more() ? new Plan.Ending.ShareCutShort() : null;
      }
      Plan.Ending ending = serve(namespace, share, lane);
      if (ending != null) {
        share.lanes.add(lane); // it has work still
      }
      namespace.shares.add(share);
      namespaces.add(namespace);
      return ending;
    }

    private Plan.@Nullable Ending serve(NamespaceTurn namespace, ShareTurn share, LaneTurn lane) {
      if (grants.size() >= situation.budget()) {
        return new Plan.Ending.BudgetUsed();
      }
      Long closed = firstClosed(lane.lane);
      if (closed != null) {
        return deny(share, lane, closed);
      }
      grant(namespace, share, lane);
      return null;
    }

    private @Nullable Long firstClosed(LaneView lane) {
      for (Long partition : lane.partitions()) {
        Room room = room(partition);
        if (room == null || room.left <= 0) {
          return partition;
        }
      }
      return null;
    }

    private void grant(NamespaceTurn namespace, ShareTurn share, LaneTurn lane) {
      for (Long partition : lane.lane.partitions()) {
        Room room = room(partition);
        if (room != null) {
          room.left--;
        }
      }
      grants.add(lane.lane.id());
      virtualTime = Math.max(virtualTime, namespace.virtualTime);
      double cost = 1 / share.share.weight();
      namespace.virtualTime += cost;
      share.virtualTime += cost;
      lane.virtualTime += 1;
      lane.left--;
      if (lane.left > 0) {
        share.lanes.add(lane);
      }
    }

    private Plan.@Nullable Ending deny(ShareTurn share, LaneTurn lane, Long partition) {
      Room room = room(partition);
      if (room == null) {
        denials.merge(Reason.MISCONFIGURED, 1, Integer::sum);
        return null;
      }
      denials.merge(room.verdict.reason(), 1, Integer::sum);
      if (room.view.gate().policyWide()) {
        return new Plan.Ending.PolicyClosed(partition, askAgainAt(room));
      }
      asleep.put(lane.lane.id(), new Plan.Asleep(partition, share.virtualTime));
      return null;
    }

    /** When a partition opens by itself: as it will be once the grants of this plan are charged. */
    private @Nullable Instant askAgainAt(Room room) {
      int granted = room.verdict.room() - room.left;
      return room.view.charged(granted, situation.now()).ask(situation.now()).askAgainAt();
    }

    private @Nullable Room room(Long partition) {
      Room room = rooms.get(partition);
      if (room == null) {
        PartitionView view = situation.partitions().get(partition);
        if (view == null) {
          return null;
        }
        room = new Room(view, situation.now());
        rooms.put(partition, room);
      }
      return room;
    }
  }
}
