package sluice.core.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * What a gate says about one partition. A denial is a value. Immutable, thread-safe.
 *
 * @param room how many jobs may go now, 0 to {@link Integer#MAX_VALUE}
 * @param reason why not more than {@code room}
 * @param askAgainAt for room 0 when to ask again; null: when a slot is released or a limit changes.
 *     Null when there is room
 */
public record Verdict(int room, Reason reason, @Nullable Instant askAgainAt) {

  /** Whether at least one job may go. */
  public boolean open() {
    return room > 0;
  }

  /** The verdict of a gate that counts jobs in flight. */
  static Verdict ofSlots(double cap, int used, Reason reason) {
    double room = Math.floor(cap) - used;
    return new Verdict((int) Math.clamp(room, 0, Integer.MAX_VALUE), reason, null);
  }

  /** The verdict of a limit without a value. */
  static Verdict misconfigured(@Nullable Instant askAgainAt) {
    return new Verdict(0, Reason.MISCONFIGURED, askAgainAt);
  }
}
