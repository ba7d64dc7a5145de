package sluice.ejb.database;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** How this node uses the pool of connections, since it started. Thread-safe. */
@ApplicationScoped
public class PoolUse {
  private final LongAdder taken = new LongAdder();
  private final LongAdder givenBack = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();

  /** A connection was taken. */
  public void taken(long nanosWaited) {
    taken.increment();
    waitedNanos.add(nanosWaited);
  }

  /** A connection was given back. */
  public void givenBack() {
    givenBack.increment();
  }

  /** The figures now. */
  public Figures figures() {
    long back = givenBack.sum();
    long all = taken.sum();
    return new Figures(Math.max(0, all - back), all, Duration.ofNanos(waitedNanos.sum()));
  }

  /**
   * Figures of the pool.
   *
   * @param inUse connections at work now
   * @param taken how often one was taken
   * @param waited how long takers waited, all together
   */
  public record Figures(long inUse, long taken, Duration waited) {}
}
