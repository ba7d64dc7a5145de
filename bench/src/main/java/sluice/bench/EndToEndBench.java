package sluice.bench;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;

/**
 * JMS in, three gates, JMS out, settled, on {@code ./sluice run} with everything embedded. Workers
 * consume and complete in transacted batches, so that the broker's round trips for the worker do
 * not hide what Sluice does. Peers run in the same rounds, on the same PostgreSQL.
 */
final class EndToEndBench implements Bench.Benchmark {
  static final int JOBS = 20_000;
  private static final int ROUNDS = 5;

  /** Until the compiler of the JVMs has settled; it takes as much of the processor as the work. */
  private static final int WARM_UPS = 4;

  @Override
  public void run(PrintStream out) throws Exception {
    try (RunningSluice sluice = RunningSluice.start(Policies.THREE_BY_TENANT)) {
      Rounds floor = new Rounds("bare-SQL floor");
      Rounds endToEnd = new Rounds("end to end, 3 gates");
      Peers peers = new Peers();
      for (int round = -WARM_UPS; round < ROUNDS; round++) {
        long floorNanos = floor(sluice);
        long nanos = round(sluice, round);
        peers.round(sluice.dataSource(), round >= 0);
        if (round >= 0) {
          floor.add(JOBS, floorNanos);
          endToEnd.add(JOBS, nanos);
        }
      }
      out.printf(
          "%n### end-to-end: %,d jobs of 300 bytes, 100 tenants, %d rounds after %d to warm up%n%n",
          JOBS, ROUNDS, WARM_UPS);
      out.println(Rounds.head());
      List.of(floor, endToEnd).forEach(r -> out.println(r.row(floor)));
      peers.print(out, floor, endToEnd);
    }
  }

  private static long floor(RunningSluice sluice) throws SQLException {
    try (Connection connection = sluice.connect()) {
      return Floor.run(connection, JOBS);
    }
  }

  /** How long all jobs of a round take, from the first one sent to the last one done. */
  static long round(RunningSluice sluice, int round) throws InterruptedException {
    try (ActiveMQConnectionFactory factory = sluice.factory("")) {
      Set<String> seen = ConcurrentHashMap.newKeySet();
      CountDownLatch left = new CountDownLatch(JOBS);
      List<BatchWorker> workers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workers.add(new BatchWorker(factory, "work.bench", seen, left));
      }
      long began = System.nanoTime();
      try (JobProducer producer = new JobProducer(factory)) {
        for (int from = 0; from < JOBS; from += 1_000) {
          producer.sendAll(jobs(from, round));
        }
        if (!left.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException(left.getCount() + " jobs did not come back");
        }
      }
      long nanos = System.nanoTime() - began;
      workers.forEach(BatchWorker::close);
      if (seen.size() != JOBS) {
        throw new IllegalStateException(seen.size() + " different jobs ran of " + JOBS);
      }
      return nanos;
    }
  }

  private static List<NewJob> jobs(int from, int round) {
    List<NewJob> jobs = new ArrayList<>(1_000);
    for (int i = from; i < from + 1_000; i++) {
      jobs.add(
          NewJob.ofBytes(
              new byte[300],
              JobOptions.forPolicy("bench")
                  .property("tenant", "tenant-" + i % 100)
                  .property("number", i)
                  .property("round", round)));
    }
    return jobs;
  }
}
