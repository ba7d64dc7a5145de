package sluice.core.explain;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * Why a job waits. Immutable, thread-safe.
 *
 * @param reason the first of all that hold it back, in the order of {@link Reason}
 * @param gate position in {@code gates} of the gate that it comes from; −1: from no gate
 * @param notBefore it cannot go before this instant; null: none is known
 * @param gates every gate's verdict, in the order in which they are asked
 * @param advice what to do, one sentence that ends with the knob to turn
 */
public record Explanation(
    Reason reason, int gate, @Nullable Instant notBefore, List<GateVerdict> gates, String advice) {

  /** The gate that the reason comes from; null: it comes from no gate. */
  public @Nullable GateVerdict holder() {
    return gate < 0 ? null : gates.get(gate);
  }
}
