package sluice.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before the next try at a broker: the step doubles with each failure up to a
 * longest one, and each pause is drawn from its upper half, so that many workers don't come back in
 * the same instant. For one thread.
 */
final class BackOff {

  private final long firstMs;
  private final long longestMs;
  private long stepMs;

  BackOff(Duration first, Duration longest) {
    this.firstMs = Math.max(1, first.toMillis());
    this.longestMs = Math.max(firstMs, longest.toMillis());
    this.stepMs = firstMs;
  }

  /** The pause after one more failure. */
  Duration next() {
    long pause = ThreadLocalRandom.current().nextLong(stepMs / 2, stepMs + 1);
    stepMs = Math.min(longestMs, stepMs * 2);
    return Duration.ofMillis(Math.max(1, pause));
  }

  /** It worked: the next failure begins with the first step again. */
  void reset() {
    stepMs = firstMs;
  }
}
