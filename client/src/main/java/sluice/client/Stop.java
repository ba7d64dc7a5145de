package sluice.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of a worker in two steps that all its threads see: <em>requested</em>, no new job is
 * begun; <em>final</em>, nothing is tried any more.
 */
final class Stop {

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  void request() {
    requested.countDown();
  }

  void finish() {
    requested.countDown();
    over.countDown();
  }

  boolean isRequested() {
    return requested.getCount() == 0;
  }

  boolean isFinal() {
    return over.getCount() == 0;
  }

  /** Waits; ends early when a stop is requested, or, if one is already, when it becomes final. */
  void pause(Duration duration) {
    CountDownLatch next = isRequested() ? over : requested;
    try {
      var unused = next.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // Only a handler is ever interrupted on purpose; the loop asks for the stop by itself.
    }
  }
}
