package sluice.core.explain;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.PartitionView;
import sluice.core.gate.MissingLimit;

/**
 * A job that waits, with all that a tick would ask about it. Immutable, thread-safe.
 *
 * @param now the database's clock
 * @param policy the policy's name
 * @param marks what keeps it from being looked at
 * @param ahead jobs of its lane that go before it; a lower bound will do
 * @param gates its partitions in the order in which they are asked
 */
public record Waiting(Instant now, String policy, Marks marks, int ahead, List<Asked> gates) {

  /**
   * What keeps a job from being looked at at all.
   *
   * @param paused an operator paused the policy
   * @param dueAt it is scheduled for this instant; null: it is due
   * @param retry it is scheduled because an attempt ended
   */
  public record Marks(boolean paused, @Nullable Instant dueAt, boolean retry) {}

  /**
   * A gate partition of the job.
   *
   * @param key the partition's key, as people read it
   * @param view rule, limits and state
   * @param missing limits that have no value for this job, with the properties to blame
   */
  public record Asked(String key, PartitionView view, List<MissingLimit> missing) {}

  public Waiting {
    gates = List.copyOf(gates);
  }
}
