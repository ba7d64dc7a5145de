package sluice.web.events;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
 *
 * <p>Whoever ends it frees its place at once. The writing thread alone completes the request, once,
 * and never after the client has gone: the server has then given the request up and uses what it
 * had for others, whose requests a completion would end.
 */
final class StreamConnection implements Subscription.Listener, WriteListener, AsyncListener {
  private static final Logger LOG = System.getLogger(StreamConnection.class.getName());
  private static final long GUARD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final EventStreams streams;
  private final BooleanSupplier allowed;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean gone;
  private volatile BooleanSupplier alive = () -> true;
  private volatile @Nullable Subscription subscription;
  private volatile @Nullable AsyncContext async;
  private volatile @Nullable ServletOutputStream out;
  private boolean unflushed;
  private boolean completed;
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
    ServletOutputStream stream = context.getResponse().getOutputStream();
    stream.setWriteListener(this);
    async = context;
    alive = RequestLife.of(request);
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
    if (stream == null || frames == null || completed) {
      return;
    }
    try {
      if (!gone && !alive.getAsBoolean()) {
        lose();
      }
      if (!ended.get() && !goesOn(stream, frames)) {
        leave();
      }
      if (ended.get() && !gone && alive.getAsBoolean()) {
        complete(stream);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "event=stream-left cause=\"{0}\"", e.getMessage());
      lose();
    }
  }

  /** Writes what there is; whether more may come. */
  private boolean goesOn(ServletOutputStream stream, Subscription frames) throws IOException {
    try {
      return guarded() && !drained(stream, frames);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "event=stream-broken", e);
      return false;
    }
  }

  /** Whether all has been written and nothing more comes. */
  private boolean drained(ServletOutputStream stream, Subscription frames) throws IOException {
    while (!ended.get() && alive.getAsBoolean() && stream.isReady()) {
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
    if (now - guardedAt < GUARD_NANOS) {
      return true;
    }
    guardedAt = now;
    return allowed.getAsBoolean();
  }

  @Override
  public void abandon() {
    end();
  }

  private void end() {
    leave();
    write();
  }

  private void leave() {
    Subscription frames = subscription;
    if (ended.compareAndSet(false, true) && frames != null) {
      streams.leave(frames);
    }
  }

  /** The client has gone, or the container ends the request by itself. */
  private void lose() {
    gone = true;
    leave();
  }

  private void complete(ServletOutputStream stream) throws IOException {
    completed = true;
    AsyncContext context = async;
    if (context != null) {
      try {
        stream.flush(); // fails if the client has gone
        context.complete();
      } catch (IllegalStateException e) {
        LOG.log(Level.WARNING, "event=stream-not-completed cause=\"{0}\"", e.getMessage());
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    LOG.log(Level.DEBUG, "event=stream-left cause=\"{0}\"", failure.getMessage());
    lose();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    lose();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    lose();
  }

  @Override
  public void onError(AsyncEvent event) {
    lose();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // once a connection, in start
  }
}
