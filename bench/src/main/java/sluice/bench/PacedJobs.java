package sluice.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;

/**
 * Jobs of 300 bytes of a hundred tenants, sent through a running program at a steady pace, ten
 * batches a second. Each is counted: run by a worker, and over after one attempt in the history.
 *
 * @param jobs how many
 * @param aSecond how many a second, a multiple of ten
 */
record PacedJobs(int jobs, int aSecond) {
  private static final int BATCHES_A_SECOND = 10;
  private static final long SETTLED_WITHIN_S = 30;

  /** Runs them all; from the first sent to the last run, in seconds. */
  double run(RunningSluice sluice) throws SQLException, InterruptedException {
    PGSimpleDataSource database = sluice.dataSource();
    long before = over(database);
    Set<String> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch left = new CountDownLatch(jobs);
    double seconds;
    try (ActiveMQConnectionFactory factory = sluice.factory("");
        BatchWorker one = new BatchWorker(factory, "work.bench", seen, left);
        BatchWorker two = new BatchWorker(factory, "work.bench", seen, left)) {
      long began = System.nanoTime();
      send(factory, began);
      if (!left.await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException(left.getCount() + " jobs did not come back");
      }
      seconds = (System.nanoTime() - began) / 1e9;
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLED_WITHIN_S);
    while (over(database) - before < jobs && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    check(database, before);
    return seconds;
  }

  private void send(ActiveMQConnectionFactory factory, long began) throws InterruptedException {
    int batch = aSecond / BATCHES_A_SECOND;
    try (JobProducer producer = new JobProducer(factory)) {
      for (int from = 0; from < jobs; from += batch) {
        long due = began + TimeUnit.SECONDS.toNanos(from) / aSecond;
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        List<NewJob> next = new ArrayList<>(batch);
        for (int i = from; i < Math.min(jobs, from + batch); i++) {
          next.add(
              NewJob.ofBytes(
                  new byte[300],
                  JobOptions.forPolicy("bench").property("tenant", "tenant-" + i % 100)));
        }
        producer.sendAll(next);
      }
    }
  }

  private static long over(PGSimpleDataSource database) throws SQLException {
    return Bed.number(database, "select count(*) from finished_job");
  }

  private void check(PGSimpleDataSource database, long before) throws SQLException {
    long once =
        Bed.number(
            database,
            "select count(distinct id) from finished_job where ending = 'finished' and attempt = 1");
    long left = Bed.number(database, "select count(*) from job");
    long held = Bed.number(database, "select coalesce(sum(in_flight), 0) from gate_partition");
    if (over(database) - before != jobs || once != before + jobs || left != 0 || held != 0) {
      throw new IllegalStateException(
          "%d jobs sent after %d: %d in the history, %d of them after one attempt; %d left, %d slots held"
              .formatted(jobs, before, over(database), once, left, held));
    }
  }
}
