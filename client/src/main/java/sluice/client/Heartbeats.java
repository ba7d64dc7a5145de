package sluice.client;

import static java.util.Objects.requireNonNull;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeats of all running jobs of one {@link Worker}: one thread, one non-transacted session
 * of its own, opened with the first beat that is due.
 *
 * <p>A job beats every 30 % of its lease, so a late thread still keeps the third that the contract
 * asks for. The first beat comes early, after one second at most: the message may have waited in
 * the queue for most of its lease, and how long cannot be told for sure without trusting two
 * clocks. If by the worker's clock a third of the lease is gone already, it comes at once.
 *
 * <p>Beats are not persistent: one that a broker forgets in a restart is made good by the next. One
 * that could not be sent is tried again after a pause that grows, at most one beat long.
 */
final class Heartbeats implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Worker.class.getName());
  private static final Duration EARLY = Duration.ofSeconds(1);
  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final WorkerSettings settings;
  private final ScheduledThreadPoolExecutor thread;
  private final BackOff backOff;
  // Used by the one thread only.
  private @Nullable JMSContext open;
  private @Nullable Queue beats;
  private long retryAtNanos = System.nanoTime();

  Heartbeats(WorkerSettings settings, ThreadFactory threads) {
    this.settings = settings;
    this.backOff = settings.backOff();
    this.thread = new ScheduledThreadPoolExecutor(1, threads);
    thread.setRemoveOnCancelPolicy(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  /** The job runs from now on. */
  Beating begin(Job job) {
    Beating beating = new Beating(job);
    beating.begin();
    return beating;
  }

  /** Ends all beats; waits a second at most for one that is under way. */
  @Override
  public void close() {
    thread.execute(this::disconnect);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** The heartbeats of one running job. */
  final class Beating implements Runnable {

    private final Job job;
    private final long periodNanos;
    private volatile boolean over;
    private volatile @Nullable ScheduledFuture<?> next;

    private Beating(Job job) {
      this.job = job;
      this.periodNanos = job.lease().toNanos() / 10 * 3;
    }

    private void begin() {
      if (periodNanos > 0) {
        Duration waited = Duration.between(job.admittedAt(), Instant.now());
        boolean hurry = waited.compareTo(job.lease().dividedBy(3)) > 0;
        scheduleIn(hurry ? 0 : Math.min(periodNanos, EARLY.toNanos()));
      }
    }

    /** The job is over; a beat that is under way may still be sent and changes nothing. */
    void end() {
      over = true;
      ScheduledFuture<?> due = next;
      if (due != null) {
        due.cancel(false);
      }
    }

    @Override
    public void run() {
      if (over) {
        return;
      }
      long pause = Math.max(0, retryAtNanos - System.nanoTime());
      if (pause == 0) {
        pause = trySend(job) ? periodNanos : Math.max(0, retryAtNanos - System.nanoTime());
      }
      scheduleIn(Math.min(periodNanos, pause));
    }

    private void scheduleIn(long nanos) {
      if (!over) {
        next = thread.schedule(this, nanos, TimeUnit.NANOSECONDS);
      }
    }
  }

  private boolean trySend(Job job) {
    try {
      send(job);
      backOff.reset();
      return true;
    } catch (Throwable e) { // or the job's beats would end without a word
      disconnect();
      Duration pause = backOff.next();
      retryAtNanos = System.nanoTime() + pause.toNanos();
      LOG.log(
          Level.WARNING,
          "event=heartbeat_not_sent job=%s attempt=%d retry_in_ms=%d cause=\"%s\""
              .formatted(job.id(), job.attempt(), pause.toMillis(), e));
      return false;
    }
  }

  private void send(Job job) throws JMSException {
    JMSContext context = open;
    if (context == null) {
      context = settings.contexts().apply(JMSContext.AUTO_ACKNOWLEDGE);
      open = context;
      beats = context.createQueue(settings.queues().heartbeat());
    }
    Message beat = context.createMessage();
    beat.setStringProperty(WireFormat.JOB_ID, job.id());
    beat.setIntProperty(WireFormat.ATTEMPT, job.attempt());
    context
        .createProducer()
        .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
        .send(requireNonNull(beats), beat);
  }

  private void disconnect() {
    JMSContext context = open;
    open = null;
    if (context != null) {
      Connections.closeQuietly(context);
    }
  }
}
