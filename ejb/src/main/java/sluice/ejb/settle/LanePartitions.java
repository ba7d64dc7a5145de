package sluice.ejb.settle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sluice.sql.SqlStatement;

/**
 * Which partitions the jobs of a lane hold slots of. A lane's partitions never change and its id is
 * never given again, so they are asked for once. Thread-safe.
 */
final class LanePartitions {
  private static final SqlStatement LANE_PARTITIONS = SqlStatement.named("settle/lane_partitions");

  /** Most lanes remembered; beyond it the memory starts anew. About 150 bytes each. */
  private static final int MOST = 100_000;

  private final Map<Long, long[]> known = new ConcurrentHashMap<>();

  /** The partitions of each of these lanes that is there, in the order of its gates. */
  Map<Long, long[]> of(Connection connection, Collection<Long> lanes) throws SQLException {
    Map<Long, long[]> partitions = new HashMap<>();
    for (Long lane : lanes) {
      long[] remembered = known.get(lane);
      if (remembered != null) {
        partitions.put(lane, remembered);
      }
    }
    long[] unknown =
        lanes.stream().filter(lane -> !partitions.containsKey(lane)).mapToLong(id -> id).toArray();
    if (unknown.length > 0) {
      Map<Long, long[]> read = read(connection, unknown);
      if (known.size() + read.size() > MOST) {
        known.clear();
      }
      known.putAll(read);
      partitions.putAll(read);
    }
    return partitions;
  }

  private static Map<Long, long[]> read(Connection connection, long[] lanes) throws SQLException {
    Map<Long, long[]> partitions = new HashMap<>();
    LANE_PARTITIONS
        .on(connection)
        .bigints("lanes", lanes)
        .list(row -> partitions.put(row.bigint("id"), row.bigints("partitions")));
    return partitions;
  }
}
