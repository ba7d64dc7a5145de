package sluice.ejb.admit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import sluice.ejb.forward.AdmittedBatch;

/**
 * Ticks one policy on this node, one tick after the other, as long as there is something to do.
 *
 * <p>{@link #wake} never blocks and loses no wake-up: one that comes while a tick runs makes the
 * loop go round once more. A tick that fails is tried again with back-off, 100 ms doubling to 30 s,
 * and stops nothing else (rule R12). Thread-safe.
 */
final class PolicyLoop {
  private static final Logger LOG = System.getLogger(PolicyLoop.class.getName());
  private static final long FIRST_BACKOFF_MS = 100;
  private static final long LONGEST_BACKOFF_MS = 30_000;

  private final int policyId;
  private final Executor executor;
  private final IntFunction<TickResult> tick;
  private final Consumer<AdmittedBatch> forward;

  /** Wake-ups not answered yet; the loop runs while above 0. */
  private final AtomicInteger calls = new AtomicInteger();

  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong notBefore = new AtomicLong(System.nanoTime());

  PolicyLoop(
      int policyId,
      Executor executor,
      IntFunction<TickResult> tick,
      Consumer<AdmittedBatch> forward) {
    this.policyId = policyId;
    this.executor = executor;
    this.tick = tick;
    this.forward = forward;
  }

  void wake() {
    if (System.nanoTime() - notBefore.get() < 0) {
      return; // backing off: the timer wakes again
    }
    if (calls.getAndIncrement() == 0) {
      try {
        executor.execute(this::run);
      } catch (RuntimeException e) {
        calls.set(0);
        LOG.log(
            Level.WARNING,
            "policy={0} event=tick-not-started cause=\"{1}\"",
            policyId,
            e.getMessage());
      }
    }
  }

  private void run() {
    int answered;
    do {
      answered = calls.get();
      try {
        runWhileBusy();
        failures.set(0);
      } catch (RuntimeException e) {
        backOff(e);
        calls.set(0);
        return;
      }
    } while (calls.addAndGet(-answered) > 0);
  }

  private void runWhileBusy() {
    TickResult result;
    do {
      result = tick.apply(policyId);
      AdmittedBatch batch = result.batch();
      if (batch != null) {
        forward.accept(batch);
      }
    } while (result.again());
  }

  private void backOff(RuntimeException e) {
    int failed = failures.incrementAndGet();
    long millis = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS << Math.min(failed - 1, 20));
    notBefore.set(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    LOG.log(
        Level.WARNING,
        "policy={0} event=tick-failed failures={1} again_in_ms={2} cause=\"{3}\"",
        policyId,
        failed,
        millis,
        e.getMessage());
    LOG.log(Level.DEBUG, "tick failed", e);
  }
}
