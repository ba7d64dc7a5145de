package sluice.ejb.health;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks something that may hang, and waits no longer than a time: who asks meanwhile shares the
 * question under way, so a thing that hangs holds one thread and not one for each asker.
 * Thread-safe.
 */
final class Probe {
  private final String name;
  private final BooleanSupplier question;
  private final Duration patience;
  private @Nullable CompletableFuture<Boolean> underWay;

  /**
   * A probe.
   *
   * @param name what is asked for
   * @param question false or an exception = down
   * @param patience how long an asker waits
   */
  Probe(String name, BooleanSupplier question, Duration patience) {
    this.name = name;
    this.question = question;
    this.patience = patience;
  }

  /** Asks, on a thread of the executor. */
  Check ask(Executor executor) {
    try {
      boolean up = answer(executor).get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return new Check(name, up, up ? "answers" : "does not answer");
    } catch (TimeoutException e) {
      return new Check(name, false, "has not answered within " + patience);
    } catch (ExecutionException e) {
      return new Check(name, false, String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Check(name, false, "interrupted");
    } catch (RuntimeException e) {
      return new Check(name, false, String.valueOf(e));
    }
  }

  private synchronized CompletableFuture<Boolean> answer(Executor executor) {
    CompletableFuture<Boolean> asked = underWay;
    if (asked == null || asked.isDone()) {
      asked = CompletableFuture.supplyAsync(question::getAsBoolean, executor);
      underWay = asked;
    }
    return asked;
  }
}
