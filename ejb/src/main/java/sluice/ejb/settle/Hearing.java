package sluice.ejb.settle;

import java.time.Duration;

/**
 * Whether the silence of workers means anything. While the database or the broker is away nobody
 * can send a heartbeat or a completion; when they are back, what was said meanwhile comes first,
 * and only who is still silent after that has lost the attempt. The same after a start of this
 * node, and after it stood still.
 *
 * <p>Instants are of one monotonic clock, in nanoseconds. Not thread-safe.
 */
final class Hearing {

  /** A worker's longest pause between two tries to reach the broker. */
  static final Duration CATCHING_UP = Duration.ofSeconds(10);

  /** A look that comes or takes so much later says that something stood still. */
  static final Duration STANDSTILL = Duration.ofSeconds(5);

  private boolean isFirst = true;
  private boolean isDeaf;
  private long lookedAt;
  private long deafUntil;

  /**
   * A look at whether words can come through, to be taken every so often.
   *
   * @param now when the database had answered
   * @param broker whether the broker can be reached
   * @return whether what is silent now has been silent for long enough
   */
  boolean isGood(long now, boolean broker) {
    boolean stoodStill = isFirst || now - lookedAt > STANDSTILL.toNanos();
    isDeaf = stoodStill || !broker;
    if (isDeaf) {
      deafUntil = now + CATCHING_UP.toNanos();
    }
    isFirst = false;
    lookedAt = now;
    return now - deafUntil >= 0;
  }

  /** Whether at the last look, or just before it, no word could come through. */
  boolean isDeaf() {
    return isDeaf;
  }

  /** What was done after the last look is done: the time it took says nothing. */
  void done(long now) {
    lookedAt = now;
  }

  /** The database did not answer. */
  void failed() {
    isFirst = true;
  }
}
