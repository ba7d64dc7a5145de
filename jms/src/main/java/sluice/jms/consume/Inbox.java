package sluice.jms.consume;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Between the broker client's thread, which reads messages, and ours, which handles them in
 * batches. While one batch is in the database the next one gathers here, so batches grow with the
 * load and a lone message hardly waits.
 *
 * <p>Thread-safe. Holds no more than two batches; the reading thread waits then, and the broker's
 * window with it.
 */
final class Inbox<T> {
  /** A lone message waits so long for a second one, and each further one for the next. */
  private static final long LINGER_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  private static final long LONGEST_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private final BatchLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Condition taken = lock.newCondition();
  private final Deque<Received<T>> waiting = new ArrayDeque<>();
  private long weight;
  private boolean closed;
  private @Nullable Throwable broken;

  Inbox(BatchLimits limits) {
    this.limits = limits;
  }

  /** Adds a message, waiting for room; after {@link #close} it is let go of. */
  void put(Received<T> received) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && (waiting.size() >= 2 * limits.messages() || weight >= limits.bytes())) {
        taken.await();
      }
      if (closed) {
        received.incoming().body().discard();
        return;
      }
      waiting.add(received);
      weight += received.weight();
      if (waiting.size() == 1 || waiting.size() == limits.messages()) {
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The reading side can't go on: {@link #take} says so. */
  void fail(Throwable cause) {
    lock.lock();
    try {
      broken = cause;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next batch; empty if nothing came within {@code millis}.
   *
   * @throws IllegalStateException if the reading side can't go on
   */
  List<Received<T>> take(long millis) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(millis);
      while (waiting.isEmpty() && broken == null && left > 0) {
        left = arrived.awaitNanos(left);
      }
      if (broken != null) {
        throw new IllegalStateException("messages can't be read", broken);
      }
      if (!waiting.isEmpty()) {
        linger();
      }
      return poll();
    } finally {
      lock.unlock();
    }
  }

  private void linger() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_LINGER_NANOS;
    int seen = 0;
    while (seen < waiting.size()
        && waiting.size() < limits.messages()
        && weight < limits.bytes()
        && System.nanoTime() < end) {
      seen = waiting.size();
      long left = LINGER_NANOS;
      while (left > 0 && waiting.size() == seen && broken == null) {
        left = arrived.awaitNanos(left);
      }
    }
  }

  private List<Received<T>> poll() {
    List<Received<T>> batch = new ArrayList<>(Math.min(waiting.size(), limits.messages()));
    long bytes = 0;
    while (batch.size() < limits.messages() && bytes < limits.bytes()) {
      Received<T> next = waiting.poll();
      if (next == null) {
        break;
      }
      batch.add(next);
      bytes += next.weight();
    }
    weight -= bytes;
    taken.signalAll();
    return batch;
  }

  /** Lets go of all messages: they were not acknowledged and will come again. */
  void close() {
    lock.lock();
    try {
      closed = true;
      waiting.forEach(received -> received.incoming().body().discard());
      waiting.clear();
      taken.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
