package sluice.bench;

import jakarta.jms.JMSException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.Job;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Outcome;
import sluice.client.Worker;

/**
 * What cold tenants feel of a hot one: 20,000 jobs of one tenant, 5 ms each, and a second later one
 * job of each of 50 others, on a program that has been at work for a while. Once each tenant may
 * have five at a time, once all share twenty.
 */
final class NeighboursBench implements Bench.Benchmark {
  private static final int HOT = 20_000;
  private static final int COLD = 50;
  private static final int WARM = 5_000;
  private static final int WORK_MS = 5;
  private static final int WORKERS = 20;
  private static final int CAP = 5;

  private static final String HEAD =
      "{policy: bench, destination: work.bench, fairness: {key: '${tenant}'}, gates: [%s]}";
  private static final String EACH =
      HEAD.formatted("{name: cap, type: concurrency, key: '${tenant}', max: " + CAP + "}");
  private static final String ALL = HEAD.formatted("{name: all, type: globalCap, max: 20}");

  @Override
  public void run(PrintStream out) throws Exception {
    out.printf(
        "%n### neighbours: %,d jobs of a hot tenant, %d ms each, %d cold tenants a second later, %d workers%n%n",
        HOT, WORK_MS, COLD, WORKERS);
    out.println(
        "| cap | hot jobs/s | of the possible | cold start, p50 ms | most ms | most of one tenant at once |\n|---|---:|---:|---:|---:|---:|");
    out.println(measured("5 a tenant", EACH, CAP));
    out.println(measured("20 for all", ALL, WORKERS));
  }

  private static String measured(String what, String policy, int slots) throws Exception {
    try (RunningSluice sluice = RunningSluice.start(policy);
        ActiveMQConnectionFactory factory = sluice.factory("?consumerWindowSize=0")) {
      Log log = new Log();
      try (Worker worker = Worker.on(factory, "work.bench").threads(WORKERS).start(log::run);
          JobProducer producer = new JobProducer(factory)) {
        producer.sendAll(jobs("warm", WARM));
        if (!log.warm.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException(log.warm.getCount() + " jobs of the warm-up did not run");
        }
        long began = System.nanoTime();
        for (int from = 0; from < HOT; from += 1_000) {
          producer.sendAll(jobs("hot", 1_000));
        }
        TimeUnit.SECONDS.sleep(1);
        long sent = System.nanoTime();
        for (int i = 0; i < COLD; i++) {
          producer.sendAll(jobs("cold-" + i, 1));
        }
        if (!log.left.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException(log.left.getCount() + " jobs did not run");
        }
        double rate = HOT / ((log.lastHot - began) / 1e9);
        Quantiles waits =
            Quantiles.ofNanos(log.cold.values().stream().map(started -> started - sent).toList());
        return String.format(
            Locale.ROOT,
            "| %s | %,.0f | %.2f |%s %d |",
            what,
            rate,
            rate / (slots * 1_000.0 / WORK_MS),
            waits.cells(0, 50),
            log.most.get());
      }
    }
  }

  private static List<NewJob> jobs(String tenant, int count) {
    List<NewJob> jobs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      jobs.add(
          NewJob.ofBytes(new byte[300], JobOptions.forPolicy("bench").property("tenant", tenant)));
    }
    return jobs;
  }

  /** What the workers saw. */
  private static final class Log {
    private final CountDownLatch warm = new CountDownLatch(WARM);
    private final CountDownLatch left = new CountDownLatch(HOT + COLD);
    private final Map<String, Long> cold = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final AtomicInteger most = new AtomicInteger();
    private volatile long lastHot;

    Outcome run(Job job) throws InterruptedException, JMSException {
      long now = System.nanoTime();
      String tenant = job.message().getStringProperty("tenant");
      AtomicInteger own = running.computeIfAbsent(tenant, key -> new AtomicInteger());
      most.accumulateAndGet(own.incrementAndGet(), Math::max);
      TimeUnit.MILLISECONDS.sleep(WORK_MS);
      own.decrementAndGet();
      if (tenant.equals("warm")) {
        warm.countDown();
        return Outcome.success();
      }
      if (tenant.equals("hot")) {
        lastHot = System.nanoTime();
      } else {
        cold.put(tenant, now);
      }
      left.countDown();
      return Outcome.success();
    }
  }
}
