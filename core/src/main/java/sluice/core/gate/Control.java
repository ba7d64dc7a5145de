package sluice.core.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * What an operator said of one partition; it goes before the policy's limits and before what jobs
 * say. Immutable, thread-safe. Instants are the database's (R5).
 *
 * @param limit rate of a throttle, jobs in flight of the others; null: the policy's limit holds
 * @param until the limit holds before this instant; null: until it is taken back
 * @param paused nothing goes
 */
public record Control(@Nullable Double limit, @Nullable Instant until, boolean paused) {
  /** Nobody said anything. */
  public static final Control NONE = new Control(null, null, false);

  /** Whether the limit set by hand holds now. */
  public boolean overrides(Instant now) {
    return limit != null && (until == null || until.isAfter(now));
  }

  /** The limits that hold now, given those that hold without the operator's word. */
  public Limits inForce(GateRule gate, Limits limits, Instant now) {
    return limit != null && overrides(now) ? gate.overridden(limits, limit) : limits;
  }

  /**
   * The state with everything counted that a limit which has ended since earned: a bucket fills at
   * the overridden rate up to the end of the override, and at the policy's rate from there.
   */
  public PartitionState settled(GateRule gate, PartitionState state, Limits limits, Instant now) {
    return limit == null || until == null || until.isAfter(now)
        ? state
        : gate.accrued(state, gate.overridden(limits, limit), until);
  }

  /** The gate's verdict with the operator's word before it. */
  public Verdict ask(GateRule gate, PartitionState state, Limits limits, Instant now) {
    if (paused) {
      return new Verdict(0, Reason.PAUSED, null);
    }
    Verdict verdict = gate.ask(settled(gate, state, limits, now), inForce(gate, limits, now), now);
    if (verdict.open() || until == null || !overrides(now)) {
      return verdict;
    }
    Instant again = verdict.askAgainAt();
    return again != null && again.isBefore(until)
        ? verdict
        : new Verdict(0, verdict.reason(), until);
  }
}
