package sluice.ejb.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.GateRule;

/**
 * A limit that an operator sets for one partition.
 *
 * @param limit rate of a throttle, jobs in flight of the others; 0 lets nothing go
 * @param expiresAt when the policy's limit holds again, by the database's clock; null = when it is
 *     taken back
 */
public record HandLimit(double limit, @Nullable Instant expiresAt) {
  /** Instants beyond it are no longer ones that a person means. */
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  /** Refuses numbers and instants that make no sense. */
  void check(Instant now) {
    if (!(limit >= 0 && limit <= GateRule.MAX_LIMIT)) {
      throw new ControlRefused("limit", Double.toString(limit), "a number from 0 to 1,000,000,000");
    }
    if (expiresAt != null && (!expiresAt.isAfter(now) || expiresAt.isAfter(LATEST))) {
      throw new ControlRefused(
          "expiresAt", expiresAt.toString(), "an instant after the database's clock, " + now);
    }
  }
}
