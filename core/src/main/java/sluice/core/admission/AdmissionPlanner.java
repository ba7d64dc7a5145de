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
 * Decides which jobs go: start-time fair queuing over shares, then over the lanes of a share,
 * through all gates of the policy.
 *
 * <p>Each step takes the share with the smallest virtual time and its lane with the smallest. If
 * every partition of the lane has room, one job goes: each partition's room shrinks by one, the
 * lane's virtual time grows by 1 and the share's by 1 / weight. Otherwise none is charged (rule R8)
 * and the lane sleeps on the first partition without room. A closed partition that the whole policy
 * shares ends the plan, since no other lane could pass it either.
 *
 * <p>So two shares that both have work differ in service by at most 1/w₁ + 1/w₂. Source: Goyal,
 * Vin, Cheng, "Start-time Fair Queuing", SIGCOMM 1996, theorem 1, with packets of length 1.
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
  }

  private static final class Planning {
    private final Situation situation;
    private final Map<Long, Room> rooms = new HashMap<>();
    private final PriorityQueue<ShareTurn> shares =
        new PriorityQueue<>(
            Comparator.<ShareTurn>comparingDouble(s -> s.virtualTime)
                .thenComparingLong(s -> s.share.id()));
    private final List<Long> grants = new ArrayList<>();
    private final Map<Long, Plan.Asleep> asleep = new LinkedHashMap<>();
    private final Map<Reason, Integer> denials = new EnumMap<>(Reason.class);
    private double virtualTime;

    Planning(Situation situation) {
      this.situation = situation;
      this.virtualTime = situation.virtualTime();
      situation.shares().forEach(share -> shares.add(new ShareTurn(share)));
    }

    Plan run() {
      Plan.Ending ending = null;
      while (ending == null) {
        ending = step();
      }
      return new Plan(grants, asleep, denials, virtualTime, ending);
    }

    private Plan.@Nullable Ending step() {
      ShareTurn share = shares.poll();
      if (share == null) {
        return new Plan.Ending.AllSeen();
      }
      LaneTurn lane = share.lanes.poll();
      if (lane == null) {
        return share.share.more() ? new Plan.Ending.ShareCutShort() : null;
      }
      if (grants.size() >= situation.budget()) {
        return new Plan.Ending.BudgetUsed();
      }
      Long closed = firstClosed(lane.lane);
      if (closed == null) {
        grant(share, lane);
      } else {
        Plan.Ending end = deny(share, lane, closed);
        if (end != null) {
          return end;
        }
      }
      shares.add(share);
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

    private void grant(ShareTurn share, LaneTurn lane) {
      for (Long partition : lane.lane.partitions()) {
        Room room = room(partition);
        if (room != null) {
          room.left--;
        }
      }
      grants.add(lane.lane.id());
      virtualTime = Math.max(virtualTime, share.virtualTime);
      share.virtualTime += 1 / share.share.weight();
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
