package sluice.ejb.control;

import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;
import sluice.ejb.observe.JobLine;

/**
 * A job in the order of admission.
 *
 * @param job the job
 * @param held what holds it back; null: it goes with the next tick
 */
public record WaitingJob(JobLine job, @Nullable Held held) {
  /**
   * What holds a job back.
   *
   * @param reason why
   * @param at the partition; null: none, the policy is paused or the next tick puts the job in
   *     order
   */
  public record Held(Reason reason, @Nullable At at) {}

  /** A partition, by its gate and key; {@code quota} if it is a namespace's. */
  public record At(String gate, String key, boolean quota) {}
}
