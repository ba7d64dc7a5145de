package sluice.web.events;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.ejb.broadcast.Subscription;

/**
 * One client's connection: takes frames out of its subscription as fast as the client takes them
 * from the wire, by the thread of whoever says that there is something or that there is room. No
 * call waits for the client. Thread-safe.
 */
final class StreamConnection implements Subscription.Listener, WriteListener, AsyncListener {
  private static final long GUARD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final EventStreams streams;
  private final BooleanSupplier allowed;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Subscription subscription;
  private volatile @Nullable AsyncContext async;
  private volatile @Nullable ServletOutputStream out;
  private boolean unflushed;
  private long guardedAt = System.nanoTime();

  /**
   * Not open yet.
   *
   * @param allowed whether the client may go on listening; asked now and then
   */
  StreamConnection(EventStreams streams, BooleanSupplier allowed) {
    this.streams = streams;
    this.allowed = allowed;
  }

  /** Opens the stream; returns at once, and the stream goes on. */
  void start(HttpServletRequest request, Subscription subscribed) throws IOException {
    subscription = subscribed;
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    context.addListener(this);
    async = context;
    ServletOutputStream stream = context.getResponse().getOutputStream();
    stream.setWriteListener(this);
    out = stream;
    write();
  }

  @Override
  public void ready() {
    write();
  }

  @Override
  public void onWritePossible() {
    write();
  }

  /**
   * One thread writes; who comes meanwhile makes it look again, and holds none of the container's
   * locks up.
   */
  private void write() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = asked.get();
      writeOnce();
    } while (!asked.compareAndSet(seen, 0));
  }

  private void writeOnce() {
    ServletOutputStream stream = out;
    Subscription frames = subscription;
    if (stream == null || frames == null || ended.get()) {
      return;
    }
    try {
      if (guarded() && drained(stream, frames)) {
        end();
      }
    } catch (IOException | RuntimeException e) {
      // The client is gone.
      end();
    }
  }

  /** Whether all has been written and nothing more comes. */
  private boolean drained(ServletOutputStream stream, Subscription frames) throws IOException {
    while (stream.isReady()) {
      byte[] frame = frames.next();
      if (frame != null) {
        stream.write(frame);
        unflushed = true;
      } else if (unflushed) {
        stream.flush();
        unflushed = false;
      } else {
        return frames.over();
      }
    }
    return false;
  }

  private boolean guarded() {
    long now = System.nanoTime();
    if (now - guardedAt >= GUARD_NANOS) {
      guardedAt = now;
      if (!allowed.getAsBoolean()) {
        end();
        return false;
      }
    }
    return true;
  }

  @Override
  public void abandon() {
    end();
  }

  private void end() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    Subscription frames = subscription;
    if (frames != null) {
      streams.leave(frames);
    }
    AsyncContext context = async;
    if (context != null) {
      try {
        context.complete();
      } catch (IllegalStateException e) {
        // completed already
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    end();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    end();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    end();
  }

  @Override
  public void onError(AsyncEvent event) {
    end();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // once a connection, in start
  }
}
