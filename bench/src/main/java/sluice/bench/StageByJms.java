package sluice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;

/** Sent to the intake; over when all are in the database. */
record StageByJms(RunningSluice sluice) implements StageBench.Way {
  private static final int BATCH = 500;

  @Override
  public int jobs() {
    return 10_000;
  }

  @Override
  public long stage(int tenants) throws Exception {
    PGSimpleDataSource database = sluice.dataSource();
    long all = Bed.number(database, "select count(*) from job") + jobs();
    try (ActiveMQConnectionFactory factory = sluice.factory("")) {
      List<Callable<Void>> producers = new ArrayList<>();
      for (List<Integer> part : StageBench.parts(jobs(), BATCH, 2)) {
        producers.add(() -> send(factory, part, tenants));
      }
      long began = System.nanoTime();
      StageBench.time(producers);
      long deadline = began + TimeUnit.MINUTES.toNanos(2);
      long staged = 0;
      while (staged < all && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(20);
        staged = Bed.number(database, "select count(*) from job");
      }
      long nanos = System.nanoTime() - began;
      if (staged != all) {
        throw new IllegalStateException(staged + " jobs in the database of " + all);
      }
      return nanos;
    }
  }

  private static Void send(ActiveMQConnectionFactory factory, List<Integer> part, int tenants) {
    try (JobProducer producer = new JobProducer(factory)) {
      for (int from : part) {
        List<NewJob> jobs = new ArrayList<>(BATCH);
        for (int i = from; i < from + BATCH; i++) {
          jobs.add(
              NewJob.ofBytes(
                  new byte[300],
                  JobOptions.forPolicy("bench").property("tenant", "tenant-" + i % tenants)));
        }
        producer.sendAll(jobs);
      }
    }
    return null;
  }
}
