package sluice.ejb.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a new version of a policy would change, looked at without changing anything and without
 * counting jobs.
 *
 * @param goNow waiting jobs that the version in force would let go in the next tick
 * @param wouldGo the same under the new version; null when that cannot be foretold
 * @param unknownBecause why {@code wouldGo} is null: the new version reads keys, or limits and
 *     weights that are expressions, otherwise than the one in force, so each job has to be placed
 *     anew first; null when it is known
 * @param lowerBound more may go: not every lane was looked at
 * @param overLimit partitions with more in flight than the new version allows, the busiest first
 */
public record Impact(
    int goNow,
    @Nullable Integer wouldGo,
    @Nullable String unknownBecause,
    boolean lowerBound,
    OverLimit overLimit) {
  /** Why nothing is foretold of a version that keys jobs anew. */
  static final String KEYED_ANEW =
      "keys, or limits and weights that are expressions, change: each waiting job has to be read"
          + " anew before it is known where it goes and what its limits are";

  /**
   * Partitions that would be over their limit. Nothing of them is ended; nothing goes until they
   * are below it.
   *
   * @param first the first of them
   * @param total how many were found
   * @param complete whether all partitions were looked at
   */
  public record OverLimit(List<Over> first, int total, boolean complete) {
    /** Keeps the list. */
    public OverLimit {
      first = List.copyOf(first);
    }
  }

  /** A partition over its new limit. */
  public record Over(String gate, String key, int inFlight, double limit) {}
}
