package sluice.ejb.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.CapChange;
import sluice.core.reason.Reason;

/**
 * A gate partition as people see it.
 *
 * @param gate its gate
 * @param key its key
 * @param inFlight jobs in flight
 * @param limit what it may
 * @param door whether it lets jobs go now
 * @param said what operators said of it
 */
public record PartitionView(
    String gate, String key, int inFlight, Limit limit, Door door, Said said) {

  /** A partition of which no operator said anything. */
  public PartitionView(String gate, String key, int inFlight, Limit limit, Door door) {
    this(gate, key, inFlight, limit, door, Said.NOTHING);
  }

  /** Nothing goes before this instant, a worker asked for it; null = nobody did. */
  public @Nullable Instant closedUntil() {
    return door.closedUntil();
  }

  /**
   * Whether a partition lets jobs go now, as its gate says.
   *
   * @param reason why not; null = it does, or its gate is gone
   * @param closedUntil nothing goes before this instant, a worker asked for it; null = nobody did
   * @param capChange what an adaptive gate's limit last changed by; null for the others
   */
  public record Door(
      @Nullable Reason reason, @Nullable Instant closedUntil, @Nullable CapChange capChange) {}

  /**
   * What operators said of a partition.
   *
   * @param override the limit set by hand that holds now; null = none
   * @param paused nothing goes until it is resumed
   * @param pausedReason why
   */
  public record Said(@Nullable ByHand override, boolean paused, @Nullable String pausedReason) {
    /** Nobody said anything. */
    public static final Said NOTHING = new Said(null, false, null);
  }

  /**
   * A limit set by hand.
   *
   * @param limit rate of a throttle, jobs in flight of the others
   * @param reason why
   * @param expiresAt when it ends; null = when it is taken back
   */
  public record ByHand(double limit, @Nullable String reason, @Nullable Instant expiresAt) {}

  /**
   * What a partition may do now.
   *
   * @param type type of the gate; {@code gone} when the policy in force has no such gate any more
   * @param limit rate of a throttle, most jobs in flight of the others; null when nothing may go or
   *     the gate is gone
   * @param tokens tokens of a throttle at this moment; null for the others
   * @param currentMax what an adaptive gate has tuned itself to; null for the others
   * @param ewmaLagMs average queue lag that an adaptive gate has seen; null for the others
   */
  public record Limit(
      String type,
      @Nullable Double limit,
      @Nullable Double tokens,
      @Nullable Integer currentMax,
      @Nullable Double ewmaLagMs) {}
}
