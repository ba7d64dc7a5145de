package sluice.core.gate;

import java.time.Instant;

/**
 * The last change of a self-tuning limit, and what it came from. Immutable, thread-safe.
 *
 * @param from the limit before
 * @param cause why
 * @param at when
 */
public record CapChange(int from, Cause cause, Instant at) {

  /** Why a self-tuning limit changed. */
  public enum Cause {
    /** A fast success while at least half of the limit was in use. */
    GROWTH,
    /** The average queue lag is over the target. */
    LAG,
    /** At least a tenth of the attempts of the window failed. */
    FAILURES
  }
}
