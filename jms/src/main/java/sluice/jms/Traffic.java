package sluice.jms;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.jms.broker.Broker;
import sluice.jms.broker.Outage;
import sluice.jms.consume.BatchConsumer;
import sluice.jms.consume.BatchHandler;
import sluice.jms.consume.ConsumerWork;
import sluice.jms.consume.Interpreter;
import sluice.jms.consume.Queues;
import sluice.jms.event.TopicPublisher;
import sluice.jms.forward.Forwarder;
import sluice.jms.intake.IntakeHandler;
import sluice.jms.intake.IntakeQueues;
import sluice.jms.intake.IntakeReader;
import sluice.jms.intake.Staging;
import sluice.jms.message.MessageReader;
import sluice.jms.settle.AttemptReader;
import sluice.jms.settle.CompletionReader;

/**
 * All that goes between Sluice and the broker, without a container: the consumers of intake,
 * completions and heartbeats, and the forwarder. {@link #start} and {@link #close} once each.
 */
public final class Traffic implements AutoCloseable {
  private static final long STOP_MS = 1_500;
  private static final long INTERRUPTED_MS = 500;

  private final JmsSettings settings;
  private final Services services;
  private final Broker broker;
  private final Forwarder forwarder;
  private final ThreadFactory threads;
  private final ScheduledExecutorService watch;
  private final Outage database = new Outage("database");
  private final List<BatchConsumer<?>> consumers = new ArrayList<>();
  private final List<Thread> running = new ArrayList<>();

  /**
   * The services that messages are for. Each commits before it returns.
   *
   * @param staging stages jobs
   * @param settle ends attempts
   * @param heartbeat prolongs leases
   * @param policies names of all policies
   * @param rejected told the reason's code of each message that went to the rejected queue
   */
  public record Services(
      Staging staging,
      Consumer<List<Completion>> settle,
      Consumer<List<AttemptRef>> heartbeat,
      Supplier<List<String>> policies,
      Consumer<String> rejected) {}

  /**
   * Connects to nothing yet.
   *
   * @param threads where all threads come from
   */
  public Traffic(JmsSettings settings, Services services, ThreadFactory threads) {
    this.settings = settings;
    this.services = services;
    this.broker = new Broker(settings.broker());
    this.threads = threads;
    this.watch = watch(threads);
    this.forwarder = new Forwarder(broker, watch);
  }

  /** Publishes events on a topic; closed by who asked for it, before {@link #close}. */
  public TopicPublisher publisher(String topic) {
    return new TopicPublisher(broker, topic, watch);
  }

  /** Sends to work queues. */
  public Forwarder forwarder() {
    return forwarder;
  }

  /** Breaks off calls that take too long; forgets those that end in time. */
  private static ScheduledExecutorService watch(ThreadFactory threads) {
    ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1, threads);
    watch.setRemoveOnCancelPolicy(true);
    return watch;
  }

  /** Begins to receive. */
  public void start() {
    IntakeQueues intake = new IntakeQueues(settings.queues(), services.policies());
    IntakeReader reader =
        new IntakeReader(settings.queues(), new MessageReader(settings.maxBodyBytes()));
    add(
        "intake",
        settings.sessions().intake(),
        intake,
        reader,
        new IntakeHandler(services.staging()));
    add(
        "completion",
        settings.sessions().completion(),
        Queues.only(settings.queues().completion()),
        new CompletionReader(),
        all(services.settle()));
    add(
        "heartbeat",
        settings.sessions().heartbeat(),
        Queues.only(settings.queues().heartbeat()),
        new AttemptReader(),
        all(services.heartbeat()));
    for (BatchConsumer<?> consumer : consumers) {
      Thread thread = threads.newThread(consumer);
      running.add(thread);
      thread.start();
    }
  }

  private static <T> BatchHandler<T> all(Consumer<List<T>> service) {
    return (batch, receipt) -> {
      service.accept(batch);
      return Collections.nCopies(batch.size(), Optional.empty());
    };
  }

  private <T> void add(
      String name, int sessions, Queues queues, Interpreter<T> reader, BatchHandler<T> handler) {
    ConsumerWork<T> work =
        new ConsumerWork<>(
            queues,
            reader,
            handler,
            settings.queues().rejected(),
            MessageReader.memoryFor(settings.maxBodyBytes()),
            settings.batch());
    for (int i = 1; i <= sessions; i++) {
      consumers.add(
          new BatchConsumer<>(name + "-" + i, broker, database, work, services.rejected()));
    }
  }

  /** Stops within two seconds; what is not acknowledged by then comes again. */
  @Override
  public void close() {
    consumers.forEach(BatchConsumer::stop);
    if (!ended(STOP_MS)) {
      running.forEach(Thread::interrupt);
      broker.close();
      ended(INTERRUPTED_MS);
    }
    forwarder.close();
    broker.close();
    watch.shutdownNow();
  }

  private boolean ended(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      for (Thread thread : running) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        thread.join(Math.max(1, left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return running.stream().noneMatch(Thread::isAlive);
  }
}
