package sluice.ejb.observe;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is read anew when it is older than an age, by one thread while the others wait for
 * it. A reading that fails is told to who asked and tried again by the next. Thread-safe.
 *
 * @param <T> the value
 */
public final class Cached<T> {
  private final Supplier<T> reading;
  private final long ageNanos;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Kept<T> kept;

  private record Kept<T>(T value, long readAt) {}

  /**
   * A cached value.
   *
   * @param reading reads it
   * @param age how old it may be
   * @param nanoTime a monotonic clock
   */
  public Cached(Supplier<T> reading, Duration age, LongSupplier nanoTime) {
    this.reading = reading;
    this.ageNanos = age.toNanos();
    this.nanoTime = nanoTime;
  }

  /** The value, at most of its age. */
  public T get() {
    Kept<T> known = kept;
    if (known != null && isFresh(known)) {
      return known.value();
    }
    lock.lock();
    try {
      known = kept;
      if (known != null && isFresh(known)) {
        return known.value();
      }
      long begun = nanoTime.getAsLong();
      T value = reading.get();
      kept = new Kept<>(value, begun);
      return value;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFresh(Kept<T> known) {
    return nanoTime.getAsLong() - known.readAt() < ageNanos;
  }
}
