package sluice.standalone;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for a condition with a deadline, looking now and then. An interrupt ends the wait early.
 */
final class Waiting {

  private static final Duration SHORT = Duration.ofMillis(100);

  private Waiting() {}

  /**
   * Waits until the condition holds or the time is over, looking every 100 ms; tells whether it
   * holds.
   */
  static boolean until(Duration time, BooleanSupplier condition) {
    long deadline = System.nanoTime() + time.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return condition.getAsBoolean();
      }
      shortly();
    }
    return true;
  }

  /** One short pause between two looks. */
  static void shortly() {
    LockSupport.parkNanos(SHORT.toNanos());
  }
}
