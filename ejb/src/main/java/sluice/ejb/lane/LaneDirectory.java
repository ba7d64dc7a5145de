package sluice.ejb.lane;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;

/**
 * Finds the lanes of jobs, and has lanes, shares and partitions made on first sight in a short
 * transaction of their own (rule R11, {@link LaneMaking}).
 *
 * <p>Remembers what it found. A remembered lane may have been collected meanwhile: staging then
 * fails with {@link LanesRetired}, and the caller lets the directory {@link #forget} before it does
 * it again. Whoever makes a place takes the marks of its lane, share and partitions away ({@code
 * retiring}), so that what was just found is not collected. Thread-safe.
 */
public final class LaneDirectory {
  /** Most lanes remembered; beyond it the memory starts anew. About 400 bytes each. */
  private static final int MOST = 200_000;

  private final Map<LaneKey, LanePlace> known = new ConcurrentHashMap<>();
  private final Apart apart;

  /** How to run work in a transaction of its own. */
  @FunctionalInterface
  public interface Apart {
    /** Runs and commits. */
    <T extends @Nullable Object> T run(SqlWork<T> work);
  }

  /** A directory that makes lanes by {@code apart}. */
  public LaneDirectory(Apart apart) {
    this.apart = apart;
  }

  /** The lanes of these jobs, made where they are new. */
  public Map<LaneKey, LanePlace> places(List<Placement> placements) {
    Map<LaneKey, LanePlace> places = new HashMap<>();
    Map<Integer, Map<LaneKey, Placement>> unknown = new LinkedHashMap<>();
    for (Placement placement : placements) {
      LaneKey key = LaneKey.of(placement);
      LanePlace place = known.get(key);
      if (place != null) {
        places.put(key, place);
      } else {
        unknown
            .computeIfAbsent(placement.policyId(), p -> new LinkedHashMap<>())
            .put(key, placement);
      }
    }
    for (Map<LaneKey, Placement> ofPolicy : unknown.values()) {
      Map<LaneKey, LanePlace> made = made(ofPolicy);
      places.putAll(made);
      remember(made);
    }
    return places;
  }

  /**
   * The lanes of these jobs, asked for anew, whatever is remembered of them. For whoever puts jobs
   * into lanes without an arrival of staging: their marks are gone, and a transaction that has its
   * number already is older than the fence of any later one.
   */
  public Map<LaneKey, LanePlace> freshPlaces(List<Placement> placements) {
    forget(placements);
    return places(placements);
  }

  /** Forgets where these jobs belong. */
  public void forget(List<Placement> placements) {
    placements.forEach(placement -> known.remove(LaneKey.of(placement)));
  }

  /** What a collector takes away between two statements is made once more. */
  private Map<LaneKey, LanePlace> made(Map<LaneKey, Placement> ofPolicy) {
    try {
      return apart.run(connection -> LaneMaking.make(connection, ofPolicy));
    } catch (DatabaseFailed e) {
      if (!e.conflict()) {
        throw e;
      }
      return apart.run(connection -> LaneMaking.make(connection, ofPolicy));
    }
  }

  private void remember(Map<LaneKey, LanePlace> made) {
    if (known.size() + made.size() > MOST) {
      known.clear();
    }
    known.putAll(made);
  }
}
