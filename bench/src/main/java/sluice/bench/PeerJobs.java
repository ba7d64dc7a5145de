package sluice.bench;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The jobs of a peer's round as they run: each once, or the round is a failure. Thread-safe. */
final class PeerJobs {
  private static final long PATIENCE_S = 60;

  private final int jobs;
  private final CountDownLatch left;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicLong first = new AtomicLong();

  PeerJobs(int jobs) {
    this.jobs = jobs;
    this.left = new CountDownLatch(jobs);
  }

  /** A job has run. */
  void ran(String id) {
    first.compareAndSet(0, System.nanoTime());
    runs.incrementAndGet();
    if (seen.add(id)) {
      left.countDown();
    }
  }

  /** When the first ran, by {@link System#nanoTime()}. */
  long first() {
    return first.get();
  }

  void await() throws InterruptedException {
    if (!left.await(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException(left.getCount() + " jobs of a peer did not run");
    }
  }

  /** After its end, when none can run any more. */
  void check() {
    if (runs.get() != jobs || seen.size() != jobs) {
      throw new IllegalStateException(
          "%d runs of %d different jobs; there were %d".formatted(runs.get(), seen.size(), jobs));
    }
  }
}
