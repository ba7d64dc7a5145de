package sluice.standalone.demo;

import jakarta.jms.JMSContext;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.JobProducer;
import sluice.client.WireFormat;
import sluice.client.Worker;

/**
 * A demo in progress: a replay of real arrivals. Started once by the launcher after the application
 * has said that it takes work, on the launcher's main thread: {@link #start} returns soon and
 * leaves the work to threads of its own, which {@link #close} ends within five seconds.
 *
 * <p>It puts its three policies, then submits the trace to the intake over and over while workers
 * work off what is admitted. A new round begins when few jobs wait any more, so a policy that is
 * paused, or a speed that is too high, does not fill the disk. An application or a broker that goes
 * away and comes back is waited for.
 */
public final class Demo implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Demo.class.getName());
  private static final Duration STATUS_EVERY = Duration.ofSeconds(10);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(2);
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final Duration CLOSE_WITHIN = Duration.ofMillis(4_500);
  private static final int CALL_TIMEOUT_MS = 5_000;

  /** A new round begins when no more jobs than these wait. */
  private static final long PENDING_AT_NEXT_ROUND = 2_000;

  private final Consumer<String> say;
  private final PolicyPage page;
  private final ActiveMQConnectionFactory factory;
  private final IntFunction<JMSContext> contexts;
  private final WorkLog log = new WorkLog();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final long begin = System.nanoTime();
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile int round = 1;

  private Demo(DemoTarget target, Consumer<String> say) {
    this.say = say;
    this.page = new PolicyPage(target.application(), target.adminPassword());
    DemoTarget.Broker broker = target.broker();
    this.factory = new ActiveMQConnectionFactory(broker.url());
    factory.setConsumerWindowSize(0);
    factory.setCallTimeout(CALL_TIMEOUT_MS);
    this.contexts = mode -> factory.createContext(broker.user(), broker.password(), mode);
  }

  /**
   * Starts the demo on a Sluice that takes work.
   *
   * @param speed how many times faster than the cluster the trace is replayed
   * @param say takes the lines for the person at the terminal
   */
  public static Demo start(DemoTarget target, double speed, Consumer<String> say) {
    Submissions submissions =
        new Submissions(
            Long.toString(System.currentTimeMillis() / 1000, Character.MAX_RADIX),
            new Schedule(speed),
            System::currentTimeMillis);
    Demo demo = new Demo(target, say);
    demo.begin(Trace.shipped(), submissions);
    return demo;
  }

  private void begin(List<TraceJob> trace, Submissions submissions) {
    for (DemoPolicy policy : DemoPolicy.values()) {
      workers.add(
          Worker.on(contexts, policy.workQueue())
              .threads(policy.threads())
              .graceTime(GRACE)
              .start(new ClusterNode(policy, log, stop, System::currentTimeMillis)));
    }
    Duration length =
        trace.isEmpty() ? Duration.ZERO : submissions.schedule().submission(trace.getLast());
    say.accept(
        "demo: %d jobs of %d users in %d:%02d minutes, over and over"
            .formatted(
                trace.size(),
                trace.stream().map(TraceJob::user).distinct().count(),
                length.toMinutes(),
                length.toSecondsPart()));
    threads.add(
        Thread.ofPlatform().daemon().name("demo-submit").start(() -> submit(trace, submissions)));
    threads.add(Thread.ofPlatform().daemon().name("demo-status").start(this::tellStatus));
  }

  private void submit(List<TraceJob> trace, Submissions submissions) {
    try (JobProducer producer = new JobProducer(contexts, WireFormat.INTAKE_QUEUE)) {
      Replay replay = new Replay(trace, submissions, producer, log, stop);
      for (int number = 1; putPolicies(); number++) {
        round = number;
        replay.play(number);
        awaitFewPending();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (PolicyPage.RefusedException refused) {
      say.accept("demo: " + refused.getMessage());
    } catch (RuntimeException fault) {
      LOG.log(Level.ERROR, "demo submitting=false", fault);
      say.accept("demo: no more jobs are submitted because of a fault of its own: " + fault);
    }
  }

  /** Puts the three policies, as often as it takes; false when stopped. */
  private boolean putPolicies() throws InterruptedException {
    List<DemoPolicy> left = new ArrayList<>(List.of(DemoPolicy.values()));
    while (stop.getCount() > 0) {
      try {
        while (!left.isEmpty()) {
          page.put(left.getFirst());
          left.removeFirst();
        }
        return true;
      } catch (IOException away) {
        LOG.log(Level.WARNING, "demo policy={0} put=false cause={1}", left.getFirst(), away);
        isStoppedWithin(ASK_AGAIN);
      }
    }
    return false;
  }

  private void awaitFewPending() throws InterruptedException {
    boolean told = false;
    while (stop.getCount() > 0) {
      try {
        long pending = 0;
        for (DemoPolicy policy : DemoPolicy.values()) {
          pending += page.pending(policy);
        }
        if (pending <= PENDING_AT_NEXT_ROUND) {
          return;
        }
        if (!told) {
          say.accept(
              "demo: the trace is at its end; %d jobs wait and the next round begins at %d"
                  .formatted(pending, PENDING_AT_NEXT_ROUND));
          told = true;
        }
      } catch (IOException away) {
        LOG.log(Level.WARNING, "demo pending=unknown cause={0}", away);
      }
      isStoppedWithin(ASK_AGAIN);
    }
  }

  private void tellStatus() {
    StatusLines lines = new StatusLines();
    try {
      Duration next = STATUS_EVERY;
      while (!isStoppedWithin(next.minus(elapsed()))) {
        say.accept(lines.next(elapsed(), round, log.figures()));
        // After a pause of the machine one line makes up for those that were missed.
        next =
            next.plus(STATUS_EVERY.multipliedBy(elapsed().minus(next).dividedBy(STATUS_EVERY) + 1));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isStoppedWithin(Duration pause) throws InterruptedException {
    return stop.await(pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Ends producers and workers, all at the same time, and says the summary. */
  @Override
  public void close() {
    if (stop.getCount() == 0) {
      return;
    }
    stop.countDown();
    List<Thread> ending = new ArrayList<>(threads);
    for (Worker worker : workers) {
      ending.add(Thread.ofPlatform().daemon().name("demo-close").start(worker::close));
    }
    long deadline = System.nanoTime() + CLOSE_WITHIN.toNanos();
    // A send or a question to a server that is away may hang; an interrupt ends it.
    boolean inTime = areEndedBy(ending, deadline - GRACE.toNanos());
    if (!inTime) {
      threads.forEach(Thread::interrupt);
      inTime = areEndedBy(ending, deadline);
    }
    if (!inTime) {
      LOG.log(Level.WARNING, "demo stopped=false: left alone");
    }
    StatusLines.summary(elapsed(), log.figures()).forEach(say);
    Thread.ofPlatform().daemon().name("demo-disconnect").start(factory::close);
  }

  private static boolean areEndedBy(List<Thread> ending, long deadline) {
    try {
      for (Thread thread : ending) {
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    return ending.stream().noneMatch(Thread::isAlive);
  }
}
