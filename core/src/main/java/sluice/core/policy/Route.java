package sluice.core.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one job belongs. Immutable, thread-safe.
 *
 * @param shareKey its fairness key
 * @param weight of its share as this job says
 * @param partitions one for each gate, in the order of the policy
 * @param dedupeKey a second living job with the same one is a duplicate; null: never a duplicate
 */
public record Route(
    String shareKey, double weight, List<PartitionKey> partitions, @Nullable String dedupeKey) {
  public Route {
    partitions = List.copyOf(partitions);
  }
}
