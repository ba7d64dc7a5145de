package sluice.core.admission;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * What a tick is to do.
 *
 * @param grants lane ids in fair order, one for each job that may go
 * @param asleep lanes that may not go, with the partition each waits for
 * @param denials how many lanes were looked at and let nothing go, by reason
 * @param virtualTime the policy's virtual time afterwards
 * @param fairLag how far from fair its service is
 * @param ending why the planner stopped
 */
public record Plan(
    List<Long> grants,
    Map<Long, Asleep> asleep,
    Map<Reason, Integer> denials,
    double virtualTime,
    FairLag fairLag,
    Ending ending) {

  /**
   * A lane that is not looked at again until its partition opens.
   *
   * @param partition the first partition in gate order that let nothing go
   * @param wakeOrder the share's virtual time: who has waited longest in fair terms wakes first
   */
  public record Asleep(long partition, double wakeOrder) {}

  /** Why the planner stopped. */
  public sealed interface Ending {
    /** Every lane that was read is granted, empty or asleep. */
    record AllSeen() implements Ending {}

    /** The budget is used up; there may be more to do at once. */
    record BudgetUsed() implements Ending {}

    /**
     * A share's lanes, or a namespace's shares, that were read are used up and it has more; going
     * on without them would be unfair.
     */
    record ShareCutShort() implements Ending {}

    /**
     * A partition that every job of the policy must pass lets nothing more go.
     *
     * @param partition its id
     * @param askAgainAt when it opens by itself; null = when a slot is released
     */
    record PolicyClosed(long partition, @Nullable Instant askAgainAt) implements Ending {}
  }
}
