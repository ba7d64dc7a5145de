package sluice.web.act;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lets every form count once, and keeps what became of it for a while, so that the second press of
 * a double click tells what the first one did. On this node and in memory, like the sessions.
 * Thread-safe.
 */
@ApplicationScoped
public class Once {
  /** Ends that are kept. */
  static final int KEPT = 2_000;

  private static final long LONGEST_WAIT_S = 60;

  private record Form(String sender, UUID once) {}

  private final Map<Form, CompletableFuture<Said>> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Form, CompletableFuture<Said>> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * Takes a form on.
   *
   * @return empty: it is the caller's to do; else what became of it, waited for if it is being done
   */
  Optional<Said> take(String sender, UUID once) {
    CompletableFuture<Said> first;
    synchronized (known) {
      first = known.putIfAbsent(new Form(sender, once), new CompletableFuture<>());
    }
    return first == null ? Optional.empty() : Optional.of(end(first));
  }

  /** It was done; the form counts no more. */
  void done(String sender, UUID once, Said said) {
    CompletableFuture<Said> waiting;
    synchronized (known) {
      waiting = known.put(new Form(sender, once), CompletableFuture.completedFuture(said));
    }
    if (waiting != null) {
      waiting.complete(said);
    }
  }

  /** It was not done; the same form may come again. */
  void undone(String sender, UUID once, Said said) {
    CompletableFuture<Said> form;
    synchronized (known) {
      form = known.remove(new Form(sender, once));
    }
    if (form != null) {
      form.complete(said);
    }
  }

  /** What became of a form; null if nothing is known. */
  @Nullable Said said(String sender, UUID once) {
    synchronized (known) {
      CompletableFuture<Said> form = known.get(new Form(sender, once));
      return form == null ? null : form.getNow(null);
    }
  }

  private static Said end(CompletableFuture<Said> first) {
    try {
      return first.get(LONGEST_WAIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // told below
    }
    return Said.warn("The form came before and is still being worked on. Look again in a while.");
  }
}
