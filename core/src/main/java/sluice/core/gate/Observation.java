package sluice.core.gate;

import java.time.Instant;

/**
 * How one attempt ended, as adaptiveConcurrency sees it. Immutable, thread-safe.
 *
 * @param lagMillis from admitted to started, milliseconds; negative is read as 0
 * @param failed whether the attempt failed
 * @param now when it is observed, the database's clock
 */
public record Observation(long lagMillis, boolean failed, Instant now) {}
