package sluice.ejb.observe;

import org.jspecify.annotations.Nullable;

/**
 * How busy the ticks that admitted something were in the last minute, over all policies and nodes.
 *
 * @param batches how many there were
 * @param spentMs how long they took together
 * @param longestMs the longest; null without one
 * @param lowerBound more of them were made than were looked at
 */
public record Pace(long batches, double spentMs, @Nullable Double longestMs, boolean lowerBound) {
  private static final double MINUTE_MS = 60_000;

  /** Mean duration; null without a tick. */
  public @Nullable Double meanMs() {
    return batches == 0 ? null : spentMs / batches;
  }

  /** Share of the minute that one ticker would have been busy, in percent. */
  public double busyPercent() {
    return 100 * spentMs / MINUTE_MS;
  }
}
