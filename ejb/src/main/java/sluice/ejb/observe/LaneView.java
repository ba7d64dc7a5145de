package sluice.ejb.observe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lane as people see it.
 *
 * @param id its number
 * @param share the fairness key it belongs to
 * @param partitions its key in every gate, in the order of the gates
 * @param pending jobs that wait in it, as of the last tick
 * @param state whether it may be looked at
 */
public record LaneView(
    long id, Share share, List<Partition> partitions, long pending, State state) {

  /** The fairness key of a lane. */
  public record Share(String namespace, String key, double weight) {}

  /** A gate and a key. */
  public record Partition(String gate, String key) {}

  /**
   * Ready, or asleep on a partition.
   *
   * @param ready the next tick looks at it
   * @param blockedBy the partition it sleeps on; null when it does not
   * @param wakeAt when it is looked at again; null: when a slot is released
   */
  public record State(boolean ready, @Nullable Partition blockedBy, @Nullable Instant wakeAt) {}
}
