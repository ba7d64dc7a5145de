package sluice.client;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a {@link Worker}: receive, commit, run, send the completion, commit. It owns its
 * connection and replaces it when it breaks; no failure of the broker or of a handler ends it.
 */
final class WorkLoop implements Runnable {

  private static final Logger LOG = System.getLogger(Worker.class.getName());

  /** How soon an idle thread sees that it should stop. */
  private static final long POLL_MS = 250;

  private final WorkerSettings settings;
  private final JobHandler handler;
  private final Heartbeats heartbeats;
  private final Stop stop;
  private final HandlerGuard guard = new HandlerGuard();
  private final BackOff backOff;
  private volatile @Nullable JMSContext open;
  private volatile boolean busy;
  private @Nullable Queue completions;
  private @Nullable Unsent unsent;

  /** A completion that the broker does not have yet, and the heartbeats that go on until then. */
  private record Unsent(Completion completion, Heartbeats.Beating beating) {}

  WorkLoop(WorkerSettings settings, JobHandler handler, Heartbeats heartbeats, Stop stop) {
    this.settings = settings;
    this.handler = handler;
    this.heartbeats = heartbeats;
    this.stop = stop;
    this.backOff = settings.backOff();
  }

  @Override
  public void run() {
    while (!isOver()) {
      try {
        work();
      } catch (Throwable e) { // a thread that ended would never be missed
        if (isOver()) {
          break;
        }
        Duration pause = backOff.next();
        LOG.log(
            Level.WARNING,
            "event=broker_failed queue=%s retry_in_ms=%d cause=\"%s\""
                .formatted(settings.queues().work(), pause.toMillis(), e));
        LOG.log(Level.DEBUG, "event=broker_failed", e);
        stop.pause(pause);
      }
    }
    if (unsent != null) {
      Job job = unsent.completion().job();
      LOG.log(
          Level.WARNING,
          "event=completion_not_sent job=%s attempt=%d: its lease will run out"
              .formatted(job.id(), job.attempt()));
      unsent.beating().end();
    }
  }

  private boolean isOver() {
    return stop.isFinal() || (stop.isRequested() && unsent == null);
  }

  /**
   * Whether the thread has a job, or a completion that the broker does not have. Once a stop is
   * requested no job is begun, so false stays false but for a message that is just given back.
   */
  boolean isBusy() {
    return busy;
  }

  /** The grace time is over: the handler is interrupted, and a handler not yet begun won't be. */
  void cutShort() {
    guard.cutShort();
  }

  /** Gives back what the broker handed to this thread's connection, whatever the handler does. */
  void disconnect() {
    JMSContext context = open;
    if (context != null) {
      Connections.closeQuietly(context);
    }
  }

  private void work() throws JMSException {
    JMSContext context = settings.contexts().apply(JMSContext.SESSION_TRANSACTED);
    open = context;
    try {
      // Once a session: the provider may ask the broker about a queue that is named to it.
      completions = context.createQueue(settings.queues().completion());
      sendUnsent(context);
      if (stop.isRequested()) {
        return;
      }
      try (JMSConsumer jobs =
          context.createConsumer(context.createQueue(settings.queues().work()))) {
        while (!stop.isRequested()) {
          workOn(context, jobs.receive(POLL_MS));
        }
      }
    } finally {
      open = null;
      Connections.closeQuietly(context);
    }
  }

  private void workOn(JMSContext context, @Nullable Message message) throws JMSException {
    if (message == null) {
      backOff.reset();
      return;
    }
    busy = true; // before the stop is looked at, so that close() sees it or this sees the stop
    try {
      if (stop.isRequested()) {
        context.rollback();
      } else {
        begin(context, message);
      }
    } finally {
      busy = unsent != null;
    }
  }

  private void begin(JMSContext context, Message message) throws JMSException {
    Job job;
    try {
      job = Job.from(message);
    } catch (IllegalArgumentException e) {
      refuse(context, message, e);
      return;
    }
    // From here on the broker never hands out this attempt again: see Worker.
    context.commit();
    backOff.reset();
    unsent = handle(job);
    sendUnsent(context);
  }

  /** Back to the broker, which puts it on its dead-letter queue after its maximum of deliveries. */
  private void refuse(JMSContext context, Message message, IllegalArgumentException reason)
      throws JMSException {
    LOG.log(
        Level.WARNING,
        "event=message_refused queue=%s message=%s cause=\"%s\""
            .formatted(settings.queues().work(), message.getJMSMessageID(), reason.getMessage()));
    context.rollback();
    stop.pause(settings.pauses().first());
  }

  private Unsent handle(Job job) {
    Heartbeats.Beating beating = heartbeats.begin(job);
    Instant startedAt = Instant.now();
    Outcome outcome = guard.run(handler, job);
    return new Unsent(new Completion(job, outcome, startedAt, Instant.now()), beating);
  }

  private void sendUnsent(JMSContext context) throws JMSException {
    Unsent last = unsent;
    if (last != null) {
      context
          .createProducer()
          .send(requireNonNull(completions), last.completion().toMessage(context));
      context.commit();
      last.beating().end();
      unsent = null;
      busy = false;
    }
  }

  /**
   * Runs a handler so that nothing it throws gets out, and interrupts reach it and nothing else.
   */
  private static final class HandlerGuard {

    private @Nullable Thread runner;
    private boolean cutShort;

    /** What the handler said; a throwable is a failure, or "later" when the stop provoked it. */
    Outcome run(JobHandler handler, Job job) {
      if (!enter()) {
        return Outcome.later(Duration.ZERO);
      }
      @Nullable Outcome outcome = null;
      @Nullable Throwable thrown = null;
      try {
        outcome = handler.handle(job);
      } catch (Throwable e) {
        thrown = e;
      }
      boolean interruptedByStop = leave();
      if (thrown == null) {
        return requireNonNullElse(
            outcome, Outcome.failure("the handler returned null; it must return an outcome"));
      }
      LOG.log(
          Level.WARNING,
          "event=handler_failed job=%s attempt=%d cut_short=%s"
              .formatted(job.id(), job.attempt(), interruptedByStop),
          thrown);
      return interruptedByStop ? Outcome.later(Duration.ZERO) : Outcome.failure(textOf(thrown));
    }

    private synchronized boolean enter() {
      if (cutShort) {
        return false;
      }
      runner = Thread.currentThread();
      return true;
    }

    /** After it no interrupt of ours can come, and one that came late does not reach JMS. */
    private synchronized boolean leave() {
      runner = null;
      Thread.interrupted();
      return cutShort;
    }

    synchronized void cutShort() {
      cutShort = true;
      if (runner != null) {
        runner.interrupt();
      }
    }

    /** The throwable and its causes, a line each: what a console has room for. */
    private static String textOf(Throwable thrown) {
      StringBuilder text = new StringBuilder(thrown.toString());
      Throwable cause = thrown.getCause();
      while (cause != null && text.length() < WireFormat.ERROR_MAX_LENGTH) {
        text.append("\ncaused by ").append(cause);
        cause = cause.getCause();
      }
      return text.toString();
    }
  }
}
