package sluice.ejb.database;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a timer's rounds: never two at once, no exception leaves (the container would remove the
 * timer), the first failure of a row is logged as a warning and the recovery as information.
 * Thread-safe.
 */
public final class Rounds {
  private static final Logger LOG = System.getLogger(Rounds.class.getName());

  private final String name;
  private final AtomicBoolean running = new AtomicBoolean();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final AtomicLong goodAt = new AtomicLong(System.nanoTime());

  /** Rounds of the timer of this name. */
  public Rounds(String name) {
    this.name = name;
  }

  /** The timer's name. */
  public String name() {
    return name;
  }

  /** How long ago a round last ended without a failure; from the start on before the first. */
  public Duration sinceLastGood() {
    return Duration.ofNanos(System.nanoTime() - goodAt.get());
  }

  /** Runs one round unless one runs already. */
  public void run(Runnable round) {
    if (!running.compareAndSet(false, true)) {
      return;
    }
    try {
      round.run();
      goodAt.set(System.nanoTime());
      if (failing.compareAndSet(true, false)) {
        LOG.log(Level.INFO, "timer={0} event=working-again", name);
      }
    } catch (RuntimeException e) {
      if (failing.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "timer={0} event=round-failed cause=\"{1}\"", name, e.getMessage());
      }
      LOG.log(Level.DEBUG, name + " failed", e);
    } finally {
      running.set(false);
    }
  }
}
