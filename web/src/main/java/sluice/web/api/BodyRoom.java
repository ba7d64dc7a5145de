package sluice.web.api;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import sluice.web.problem.Problem;
import sluice.web.problem.RequestRefused;

/**
 * Room for bodies that are read into memory: as much as the longest allowed one, shared by all
 * requests. A request waits for its room a little and is then asked to come again. Thread-safe.
 */
@ApplicationScoped
public class BodyRoom {
  private static final long UNIT = 1L << 20;
  private static final int UNITS = (int) (Body.MOST / UNIT);
  private static final long LONGEST_WAIT_S = 20;

  private final Semaphore room = new Semaphore(UNITS, true);

  /**
   * Does work that holds a body in memory.
   *
   * @param bytes length of the body, or the longest allowed when it is not known
   */
  public <T> T with(long bytes, Supplier<T> work) {
    int units = (int) Math.clamp((bytes + UNIT - 1) / UNIT, 1, UNITS);
    try {
      if (!room.tryAcquire(units, LONGEST_WAIT_S, TimeUnit.SECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    }
    try {
      return work.get();
    } finally {
      room.release(units);
    }
  }

  private static RequestRefused busy() {
    return new RequestRefused(Problem.of(503, "too many large requests at once; try again"));
  }
}
