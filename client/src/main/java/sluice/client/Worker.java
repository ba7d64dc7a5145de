package sluice.client;

import static java.util.Objects.requireNonNull;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Works off the jobs of one work queue: receives, runs the {@link JobHandler}, sends heartbeats
 * while it runs and the completion when it is over.
 *
 * <pre>{@code
 * Worker worker =
 *     Worker.on(factory, "work.mails")
 *         .threads(8)
 *         .start(job -> {
 *           mailer.send(job.message().getBody(String.class));
 *           return Outcome.success();
 *         });
 * ...
 * worker.close();
 * }</pre>
 *
 * <h2>An attempt is begun at most once</h2>
 *
 * <p>A thread receives in a transacted session and <em>commits before it calls the handler</em>;
 * the completion is a transaction of its own. So the broker never hands out an attempt that may
 * have begun. Acknowledging together with the completion would look tidier, but then a connection
 * that breaks in the middle of a job (a broker that restarts, a network that drops, a pause of the
 * process) gives the attempt to a second worker while the first still runs it, and more jobs run
 * than the policy's limits allow; and a job that kills its process is redelivered at once, over and
 * over, past the retry rule. Who judges a silent attempt is Sluice, by the lease:
 *
 * <ul>
 *   <li>Worker dies before the commit: the broker redelivers, unless the message has expired, which
 *       it does just before the lease ends.
 *   <li>Worker dies after it: no heartbeat comes, the lease ends, the attempt is lost and the retry
 *       rule decides. Choose a short lease; long jobs live on heartbeats.
 *   <li>Connection breaks while a job runs: the handler goes on, and the completion is sent on the
 *       next connection. Heartbeats go on until the broker has it.
 *   <li>Commit of the receipt fails: the handler is not called.
 * </ul>
 *
 * <p>Whether a message is still good is the broker's to say (JMS expiration), not this process's
 * clock. With Artemis set {@code consumerWindowSize=0} in the connection URL: otherwise up to 1 MB
 * of messages wait in this process behind a slow job, while other workers are idle, and expire
 * there. {@code callTimeout} (30 seconds by default) is how long its client may hang when the
 * broker goes away at a bad moment of connecting.
 *
 * <h2>Threads and connections</h2>
 *
 * <p>Every thread has a connection of its own, heartbeats share one thread and one connection more.
 * A connection that breaks is replaced after a pause that grows from 0.2 to 10 seconds; nothing
 * ends the threads but {@link #close()}. A message in the work queue that Sluice did not forward is
 * rolled back, so that the broker's dead-letter rule takes it.
 */
public final class Worker implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Worker.class.getName());

  /** How long an interrupted handler has to come back and its completion to be sent. */
  private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

  /** How often a closing worker looks whether a thread still has a job. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final WorkerSettings settings;
  private final Stop stop = new Stop();
  private final Heartbeats heartbeats;
  private final List<Running> running = new ArrayList<>();

  private record Running(WorkLoop loop, Thread thread) {}

  private Worker(Builder builder, JobHandler handler) {
    this.settings = builder.settings();
    this.heartbeats = new Heartbeats(settings, builder.threadFactory);
    for (int i = 0; i < builder.threads; i++) {
      WorkLoop loop = new WorkLoop(settings, handler, heartbeats, stop);
      running.add(
          new Running(loop, requireNonNull(builder.threadFactory.newThread(loop), "a thread")));
    }
  }

  /** Begins the description of a worker on a work queue. */
  public static Builder on(ConnectionFactory factory, String workQueue) {
    return on(factory::createContext, workQueue);
  }

  /**
   * The same, with connections from a function of the session mode, for instance {@code mode ->
   * factory.createContext(user, password, mode)}.
   */
  public static Builder on(IntFunction<JMSContext> contexts, String workQueue) {
    return new Builder(contexts, workQueue);
  }

  /**
   * Stops. No new job is begun; running ones have the grace time to finish. After it their threads
   * are interrupted, and a handler that throws then is reported as {@code later}, which uses no
   * attempt. A handler that does not come back within two seconds more is left alone: its lease
   * runs out. Threads without a job are not given the grace time, even when they hang in an attempt
   * to connect (Artemis can take its call timeout of 30 seconds). So this returns after the grace
   * time and about three seconds at the latest. If the calling thread is interrupted, the grace
   * time ends at once. Must not be called by a handler.
   */
  @Override
  public void close() {
    stop.request();
    boolean patient = awaitAll(settings.graceTime(), WorkLoop::isBusy);
    running.forEach(each -> each.loop().cutShort());
    patient = awaitAll(AFTER_INTERRUPT, loop -> true) && patient;
    stop.finish();
    heartbeats.close();
    running.stream().filter(each -> each.thread().isAlive()).forEach(this::leaveAlone);
    if (!patient) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the threads that are worth it; false if the wait was interrupted. */
  private boolean awaitAll(Duration atMost, Predicate<WorkLoop> worthIt) {
    long deadline = System.nanoTime() + atMost.toNanos();
    try {
      for (Running each : running) {
        long left = deadline - System.nanoTime();
        while (left > 0 && each.thread().isAlive() && worthIt.test(each.loop())) {
          TimeUnit.NANOSECONDS.timedJoin(each.thread(), Math.min(left, LOOK_AGAIN.toNanos()));
          left = deadline - System.nanoTime();
        }
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void leaveAlone(Running each) {
    LOG.log(
        Level.WARNING,
        "event=thread_left_alone queue=%s thread=%s busy=%s: a job's lease will run out"
            .formatted(settings.queues().work(), each.thread().getName(), each.loop().isBusy()));
    each.thread().interrupt();
    // On a thread of its own: a client that has lost its broker may take its time to close.
    Thread.ofPlatform().daemon().name("sluice-disconnect").start(each.loop()::disconnect);
  }

  /** Describes a worker; {@link #start} makes it. Not thread-safe. */
  public static final class Builder {

    private final IntFunction<JMSContext> contexts;
    private final String workQueue;
    private String completionQueue = WireFormat.COMPLETION_QUEUE;
    private String heartbeatQueue = WireFormat.HEARTBEAT_QUEUE;
    private int threads = 1;
    private ThreadFactory threadFactory;
    private Duration graceTime = Duration.ofSeconds(30);
    private WorkerSettings.Pauses pauses =
        new WorkerSettings.Pauses(Duration.ofMillis(200), Duration.ofSeconds(10));

    private Builder(IntFunction<JMSContext> contexts, String workQueue) {
      this.contexts = requireNonNull(contexts);
      this.workQueue = requireNonNull(workQueue);
      this.threadFactory = Thread.ofPlatform().name("sluice-" + workQueue + "-", 0).factory();
    }

    /** How many jobs run at a time; 1 if not set. */
    public Builder threads(int number) {
      if (number < 1) {
        throw new IllegalArgumentException("threads " + number + ": allowed is 1 or more");
      }
      threads = number;
      return this;
    }

    /** Where the threads come from, in a container a ManagedThreadFactory. */
    public Builder threadFactory(ThreadFactory factory) {
      threadFactory = requireNonNull(factory);
      return this;
    }

    /** How long {@link Worker#close()} lets running jobs finish; 30 seconds if not set. */
    public Builder graceTime(Duration duration) {
      if (duration.isNegative()) {
        throw new IllegalArgumentException("grace time " + duration + ": allowed is 0 or more");
      }
      graceTime = duration;
      return this;
    }

    /** If Sluice is configured with other queues than {@code sluice.completion} and so on. */
    public Builder queues(String completion, String heartbeat) {
      completionQueue = requireNonNull(completion);
      heartbeatQueue = requireNonNull(heartbeat);
      return this;
    }

    /** The first and the longest pause between tries at a broker that is away. */
    public Builder reconnectPauses(Duration first, Duration longest) {
      pauses = new WorkerSettings.Pauses(first, longest);
      return this;
    }

    /** Starts the threads. Returns at once, also when the broker is away. */
    public Worker start(JobHandler handler) {
      Worker worker = new Worker(this, requireNonNull(handler));
      worker.running.forEach(each -> each.thread().start());
      return worker;
    }

    private WorkerSettings settings() {
      return new WorkerSettings(
          contexts,
          new WorkerSettings.Queues(workQueue, completionQueue, heartbeatQueue),
          graceTime,
          pauses);
    }
  }
}
