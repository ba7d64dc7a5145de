package sluice.core.admission;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Usage;
import sluice.core.gate.Verdict;

/**
 * A gate partition under its row lock.
 *
 * @param gate the rule it follows
 * @param limits the limits in force
 * @param state what the row says
 */
public record PartitionView(GateRule gate, Limits limits, PartitionState state) {
  /** How many jobs may go now. */
  public Verdict ask(Instant now) {
    return gate.ask(state, limits, now);
  }

  /** How much of the limit is used. For people. */
  public Usage usage(Instant now) {
    return gate.usage(state, limits, now);
  }

  /**
   * An instant before which a job cannot go that has {@code ahead} others of its lane before it;
   * null: none is known. For people.
   */
  public @Nullable Instant notBefore(int ahead, Instant now) {
    return gate.notBefore(state, limits, ahead, now);
  }

  /** The state once so many jobs were admitted. */
  public PartitionState charge(int admitted, Instant now) {
    return gate.charge(state, limits, admitted, now);
  }
}
