package sluice.ejb.broadcast;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import sluice.ejb.database.DatabaseFailed;

/**
 * One node's tries to sample. An error gives the cadence up, is told once for each kind, and never
 * leaves: the timer goes on. Thread-safe; a round that takes longer than the timer's period is not
 * run twice at once.
 */
final class QuotaRounds {
  private static final Logger LOG = System.getLogger(QuotaRounds.class.getName());

  private final Runnable sample;
  private final long cadenceNanos;
  private final LongSupplier nanoTime;
  private final ReentrantLock running = new ReentrantLock();
  private final Set<String> told = new HashSet<>();
  private long failedAt;
  private boolean failing;

  /**
   * Rounds.
   *
   * @param sample takes the sample if it is due; an exception is an error
   * @param nanoTime as {@link System#nanoTime}
   */
  QuotaRounds(Runnable sample, Duration cadence, LongSupplier nanoTime) {
    this.sample = sample;
    this.cadenceNanos = cadence.toNanos();
    this.nanoTime = nanoTime;
  }

  void run() {
    if (!running.tryLock()) {
      return;
    }
    try {
      if (!failing || nanoTime.getAsLong() - failedAt >= cadenceNanos) {
        tried();
      }
    } finally {
      running.unlock();
    }
  }

  private void tried() {
    try {
      sample.run();
      if (failing) {
        failing = false;
        told.clear();
        LOG.log(Level.INFO, "timer=quota-snapshot event=working-again");
      }
    } catch (RuntimeException e) {
      failing = true;
      failedAt = nanoTime.getAsLong();
      if (told.add(kind(e))) {
        LOG.log(
            Level.WARNING,
            "timer=quota-snapshot event=cadence-skipped cause=\"{0}\"",
            e.getMessage());
      }
    }
  }

  /** Kinds told since it last worked, for tests. */
  Set<String> told() {
    return Set.copyOf(told);
  }

  private static String kind(RuntimeException e) {
    return e instanceof DatabaseFailed failed
        ? "database " + failed.state()
        : e.getClass().getName();
  }
}
