package sluice.ejb.admit;

import java.time.Instant;

/**
 * A policy's row, held for one tick.
 *
 * @param id the policy
 * @param version version in force
 * @param keyingVersion keying in force
 * @param marks flags as read
 * @param virtualTime start tag of the share served last
 * @param now the clock that the whole tick goes by
 * @param batch id for what will be admitted
 */
record Held(
    int id,
    int version,
    int keyingVersion,
    Marks marks,
    double virtualTime,
    Instant now,
    long batch) {
  /** Flags of the row. */
  record Marks(boolean paused, boolean rekeying) {}
}
