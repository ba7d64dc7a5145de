package sluice.jms.broker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits that grow from 100 ms to 5 s while something keeps failing, and end at once when the
 * program stops. Used by one thread.
 */
public final class Pause {
  private static final long FIRST_MS = 100;
  private static final long LONGEST_MS = 5_000;

  private final CountDownLatch stop;
  private long nextMs = FIRST_MS;

  /**
   * Begins with the shortest wait.
   *
   * @param stop counted down when the program stops
   */
  public Pause(CountDownLatch stop) {
    this.stop = stop;
  }

  /** Waits, longer each time. */
  public void await() throws InterruptedException {
    boolean stopped = stop.await(nextMs, TimeUnit.MILLISECONDS);
    nextMs = stopped ? nextMs : Math.min(2 * nextMs, LONGEST_MS);
  }

  /** The next wait is the shortest again. */
  public void reset() {
    nextMs = FIRST_MS;
  }
}
