package sluice.bench;

import jakarta.jms.JMSException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.Job;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Outcome;
import sluice.client.Worker;

/**
 * A slot freed to its next use: each tenant may have one job at a time and has many that wait, so
 * that each job starts because the one before is over. From the end of one job's work to the start
 * of the next of the same tenant, which takes in the worker's commit, settlement, the tick,
 * forwarding and the broker's way to the worker.
 */
final class ReleaseBench implements Bench.Benchmark {
  private static final int TENANTS = 3;
  private static final int WARM = 500;
  private static final int MEASURED = 500;
  private static final int WORK_MS = 20;
  private static final int AIM_MS = 20;

  private static final String POLICY =
      """
      policy: bench
      destination: work.bench
      fairness: {key: '${tenant}'}
      gates:
        - {name: cap, type: concurrency, key: '${tenant}', max: 1}
      """;

  @Override
  public void run(PrintStream out) throws Exception {
    Log log = new Log();
    try (RunningSluice sluice = RunningSluice.start(POLICY);
        ActiveMQConnectionFactory factory = sluice.factory("?consumerWindowSize=0");
        JobProducer producer = new JobProducer(factory)) {
      producer.sendAll(jobs());
      try (Worker worker = Worker.on(factory, "work.bench").threads(TENANTS + 1).start(log::run)) {
        if (!log.left.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException(log.left.getCount() + " jobs did not run");
        }
      }
    }
    Quantiles gaps = Quantiles.ofNanos(log.gaps());
    out.printf(
        "%n### release: %d tenants with one slot each, %d ms of work, %d jobs each after %d to warm"
            + " up%n%n| ms | p50 | p95 | p99 | most |%n|---|---:|---:|---:|---:|%n",
        TENANTS, WORK_MS, MEASURED, WARM);
    out.println(gaps.row("slot freed to next start", 1, 50, 95, 99));
    out.printf("%nThe aim is %d ms at p95.%n", AIM_MS);
  }

  private static List<NewJob> jobs() {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < (WARM + MEASURED) * TENANTS; i++) {
      jobs.add(
          NewJob.ofBytes(
              new byte[300],
              JobOptions.forPolicy("bench")
                  .property("tenant", "tenant-" + i % TENANTS)
                  .property("number", i)));
    }
    return jobs;
  }

  /**
   * What the workers saw. Fails the worker's job, and so the run, where a tenant has two at once.
   */
  private static final class Log {
    private final CountDownLatch left = new CountDownLatch((WARM + MEASURED) * TENANTS);
    private final Set<Integer> seen = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<String, Turn> turns = new ConcurrentHashMap<>();

    Outcome run(Job job) throws InterruptedException, JMSException {
      long started = System.nanoTime();
      String tenant = job.message().getStringProperty("tenant");
      Turn turn = turns.computeIfAbsent(tenant, key -> new Turn());
      turn.start(started);
      TimeUnit.MILLISECONDS.sleep(WORK_MS);
      if (seen.add(job.message().getIntProperty("number"))) {
        left.countDown();
      }
      turn.end(System.nanoTime());
      return Outcome.success();
    }

    List<Long> gaps() {
      List<Long> gaps = new ArrayList<>();
      for (Turn turn : turns.values()) {
        if (turn.twice || turn.gaps.size() != WARM + MEASURED - 1) {
          throw new IllegalStateException(
              "a tenant had two jobs at once, or jobs that ran twice: %d starts of %d"
                  .formatted(turn.gaps.size() + 1, WARM + MEASURED));
        }
        gaps.addAll(turn.gaps.subList(WARM - 1, turn.gaps.size()));
      }
      return gaps;
    }
  }

  /** The jobs of a tenant, one after the other. */
  private static final class Turn {
    private final List<Long> gaps = new ArrayList<>();
    private long ended;
    private boolean running;
    private boolean twice;

    synchronized void start(long now) {
      twice |= running;
      running = true;
      if (ended != 0) {
        gaps.add(now - ended);
      }
    }

    synchronized void end(long now) {
      running = false;
      ended = now;
    }
  }
}
