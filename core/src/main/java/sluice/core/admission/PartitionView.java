package sluice.core.admission;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Control;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Usage;
import sluice.core.gate.Verdict;

/**
 * A gate partition under its row lock.
 *
 * @param gate the rule it follows
 * @param limits the limits in force without the operator's word
 * @param state what the row says
 * @param control what an operator said of it
 */
public record PartitionView(GateRule gate, Limits limits, PartitionState state, Control control) {
  /** A partition of which no operator said anything. */
  public PartitionView(GateRule gate, Limits limits, PartitionState state) {
    this(gate, limits, state, Control.NONE);
  }

  /** How many jobs may go now. */
  public Verdict ask(Instant now) {
    return control.ask(gate, state, limits, now);
  }

  /** The limits in force now, the operator's word included. */
  public Limits inForce(Instant now) {
    return control.inForce(gate, limits, now);
  }

  /** How much of the limit is used. For people. */
  public Usage usage(Instant now) {
    return gate.usage(control.settled(gate, state, limits, now), inForce(now), now);
  }

  /**
   * An instant before which a job cannot go that has {@code ahead} others of its lane before it;
   * null: none is known. For people.
   */
  public @Nullable Instant notBefore(int ahead, Instant now) {
    if (control.paused()) {
      return null;
    }
    PartitionState settled = control.settled(gate, state, limits, now);
    Instant open = gate.notBefore(settled, inForce(now), ahead, now);
    Instant until = control.overrides(now) ? control.until() : null;
    return open != null && until != null && until.isBefore(open) ? until : open;
  }

  /** The state once so many jobs were admitted. */
  public PartitionState charge(int admitted, Instant now) {
    PartitionState settled = control.settled(gate, state, limits, now);
    return gate.charge(settled, inForce(now), admitted, now);
  }

  /** The partition once so many jobs were admitted. */
  public PartitionView charged(int admitted, Instant now) {
    return new PartitionView(gate, limits, charge(admitted, now), control);
  }

  /** The state with everything earned up to now counted: before its limits change. */
  public PartitionState accrued(Instant now) {
    return gate.accrued(control.settled(gate, state, limits, now), inForce(now), now);
  }
}
