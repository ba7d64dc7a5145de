package sluice.acceptance.chaos;

import jakarta.jms.JMSRuntimeException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;

/**
 * A producer that keeps a backlog and notes what the broker accepted. A send whose commit failed is
 * not repeated: nobody can tell whether the broker has it, so its jobs may come or not. Starts a
 * thread of its own; otherwise thread-safe.
 */
final class Load implements AutoCloseable {
  private static final int BATCH = 50;
  private static final long PAUSE_MS = 20;

  private final ActiveMQConnectionFactory factory;
  private final Random random;
  private final Attempts attempts;
  private final int backlog;
  private final List<TestPolicy> policies = TestPolicy.all();
  private final BitSet accepted = new BitSet();
  private final BitSet unknown = new BitSet();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread;
  private final Map<String, Integer> acceptedOf = new HashMap<>();
  private int next;

  Load(String brokerUrl, long seed, Attempts attempts, int backlog) {
    factory =
        new ActiveMQConnectionFactory(brokerUrl + "?callTimeout=5000", "sluice", Site.PASSWORD);
    random = new Random(seed);
    this.attempts = attempts;
    this.backlog = backlog;
    thread = Thread.ofPlatform().name("load").start(this::run);
  }

  private void run() {
    try (JobProducer producer = new JobProducer(factory)) {
      while (!stop.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
        for (TestPolicy policy : policies) {
          // Each policy has a backlog of its own, or the slowest one would set the pace of all.
          if (sent(policy) - attempts.done(policy.name()) < backlog / policies.size()) {
            send(producer, policy);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int sent(TestPolicy policy) {
    return acceptedOf.getOrDefault(policy.name(), 0);
  }

  private void send(JobProducer producer, TestPolicy policy) throws InterruptedException {
    int from = next;
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      jobs.add(job(policy, next++));
    }
    try {
      producer.sendAll(jobs);
      note(accepted, from);
      acceptedOf.merge(policy.name(), BATCH, Integer::sum);
    } catch (JMSRuntimeException e) {
      note(unknown, from);
      stop.await(10 * PAUSE_MS, TimeUnit.MILLISECONDS);
    }
  }

  private NewJob job(TestPolicy policy, int number) {
    // The first namespaces have most of the work.
    int namespace = Math.min(random.nextInt(4), random.nextInt(4));
    int key = random.nextInt(policy.keys());
    return NewJob.ofText(
        "job " + number,
        JobOptions.forPolicy(policy.name())
            .namespace("n" + namespace)
            .jobKey("number-" + number)
            .property("key", "k" + key)
            .property("number", number));
  }

  private synchronized void note(BitSet numbers, int from) {
    numbers.set(from, from + BATCH);
  }

  synchronized int acceptedCount() {
    return accepted.cardinality();
  }

  /** Numbers of jobs that the broker took. */
  synchronized BitSet accepted() {
    return (BitSet) accepted.clone();
  }

  /** Numbers of jobs of which nobody can tell. */
  synchronized BitSet unknown() {
    return (BitSet) unknown.clone();
  }

  /** Sends no more, and waits for the send under way. */
  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    factory.close();
  }
}
