package sluice.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * How much of its limit a partition uses: jobs in flight, or of a throttle the tokens that are
 * gone. For people; {@link GateRule#ask} decides. Immutable, thread-safe.
 *
 * @param used what is used
 * @param limit of how much: most jobs in flight, of a throttle the burst; null: the limit has no
 *     value
 */
public record Usage(double used, @Nullable Double limit) {
  /** Whether nothing goes, however little is used. */
  public boolean closed() {
    return limit != null && limit <= 0;
  }
}
