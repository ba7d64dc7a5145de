package sluice.ejb.admit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.core.job.MessageCodec;
import sluice.ejb.lane.Candidate;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.lane.LaneKey;
import sluice.ejb.lane.LanePlace;
import sluice.ejb.lane.Placement;
import sluice.ejb.lane.Placing;
import sluice.ejb.partition.Waking;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.SqlStatement;

/**
 * Counts jobs in flight where a new keying counts them: a gate that is added, added again or given
 * another key knows from its first tick on what is in flight.
 *
 * <p>All at once, in a tick that admits nothing, so that no tick decides on a count that is half
 * done, and so that partitions are locked once. A job that the new version cannot place keeps the
 * slots it has. Locks: jobs in flight by id, gate partitions by id, waiter rows. Used once, by one
 * thread.
 */
final class Recount {
  private static final SqlStatement OLD_IN_FLIGHT = SqlStatement.named("admit/old_in_flight");
  private static final SqlStatement MOVE_IN_FLIGHT = SqlStatement.named("admit/move_in_flight");
  private static final SqlStatement LOCK_PARTITIONS = SqlStatement.named("admit/lock_partitions");
  private static final SqlStatement SHIFT_SLOTS = SqlStatement.named("admit/shift_slots");

  private final Connection connection;
  private final Held held;
  private final ActivePolicy policy;
  private final LaneDirectory lanes;

  private record Holder(long id, List<Long> partitions, Candidate candidate) {}

  Recount(Connection connection, Held held, ActivePolicy policy, LaneDirectory lanes) {
    this.connection = connection;
    this.held = held;
    this.policy = policy;
    this.lanes = lanes;
  }

  /**
   * Moves all jobs in flight that the keying in force counts elsewhere; whether there were any.
   *
   * @param heard partitions that this tick writes limits of afterwards, to be locked with the
   *     others
   */
  boolean run(Set<Long> heard) throws SQLException {
    List<Holder> holders = holders();
    if (holders.isEmpty()) {
      return false;
    }
    Placing placing = Placing.of(holders.stream().map(Holder::candidate).toList(), policy);
    List<Placement> placements = placing.placements();
    if (placements.isEmpty()) {
      return false;
    }
    Map<LaneKey, LanePlace> places = lanes.freshPlaces(placements);
    long[] ids = new long[placements.size()];
    long[] to = new long[ids.length];
    Map<Long, Integer> changes = new TreeMap<>();
    for (int i = 0; i < ids.length; i++) {
      Holder holder = holders.get(placements.get(i).position());
      LanePlace place = places.get(LaneKey.of(placements.get(i)));
      if (place == null) {
        throw new IllegalStateException("no lane for job " + holder.id());
      }
      ids[i] = holder.id();
      to[i] = place.laneId();
      holder.partitions().forEach(partition -> changes.merge(partition, -1, Integer::sum));
      place.partitionIds().forEach(partition -> changes.merge(partition, 1, Integer::sum));
    }
    MOVE_IN_FLIGHT.on(connection).bigints("ids", ids).bigints("lanes", to).update();
    changes.values().removeIf(change -> change == 0);
    shift(changes, heard);
    return true;
  }

  private List<Holder> holders() throws SQLException {
    return OLD_IN_FLIGHT
        .on(connection)
        .set("policy", held.id())
        .set("keying_version", held.keyingVersion())
        .list(row -> {
          List<Long> partitions = new ArrayList<>();
          for (long partition : row.bigints("partitions")) {
            partitions.add(partition);
          }
          Candidate candidate =
              new Candidate(
                  policy.policy().name(),
                  row.text("namespace"),
                  MessageCodec.decode(row.bytes("head"), null).properties(),
                  row.integer("priority"));
          return new Holder(row.bigint("id"), partitions, candidate);
        });
  }

  private void shift(Map<Long, Integer> changes, Set<Long> heard) throws SQLException {
    if (changes.isEmpty()) {
      return;
    }
    Set<Long> locked = new TreeSet<>(heard);
    locked.addAll(changes.keySet());
    LOCK_PARTITIONS
        .on(connection)
        .bigints("partitions", locked.stream().mapToLong(id -> id).toArray())
        .list(row -> row.bigint("id"));
    long[] ids = changes.keySet().stream().mapToLong(id -> id).toArray();
    SHIFT_SLOTS
        .on(connection)
        .bigints("ids", ids)
        .integers("changes", changes.values().stream().mapToInt(n -> n).toArray())
        .update();
    Waking.on(connection, ids);
  }
}
