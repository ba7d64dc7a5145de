package sluice.bench;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.Outcome;
import sluice.client.Worker;

/**
 * Send to worker start, a job every {@value #PACE_MS} ms, through three gates, on an otherwise idle
 * {@code ./sluice run}; and where the time goes, by the instants that the history keeps (broker,
 * database and worker share the machine's clock).
 */
final class LatencyBench implements Bench.Benchmark {
  private static final int WARM = 300;
  private static final int JOBS = 300;
  private static final long PACE_MS = 100;

  /** Instants of the last jobs, in milliseconds since 1970, in the order of staging. */
  private static final String INSTANTS =
      """
      select 1000 * extract(epoch from staged_at)::float8 as staged,
             1000 * extract(epoch from admitted_at)::float8 as admitted
      from (select * from finished_job order by staged_at desc limit %d) as job order by staged_at
      """
          .formatted(JOBS);

  /** When a job was sent and when a worker had it, in milliseconds since 1970. */
  private record Trip(double sent, double started) {}

  @Override
  public void run(PrintStream out) throws Exception {
    try (RunningSluice sluice = RunningSluice.start(Policies.THREE_BY_TENANT)) {
      List<Trip> trips = trips(sluice);
      List<List<Double>> parts =
          List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      try (Connection connection = sluice.connect();
          Statement statement = connection.createStatement()) {
        int kept = 0;
        ResultSet row = statement.executeQuery(INSTANTS);
        for (; row.next(); kept++) {
          Trip trip = trips.get(kept);
          double staged = row.getDouble("staged");
          double admitted = row.getDouble("admitted");
          parts.get(0).add(trip.started - trip.sent);
          parts.get(1).add(staged - trip.sent);
          parts.get(2).add(admitted - staged);
          parts.get(3).add(trip.started - admitted);
        }
        if (kept != JOBS) {
          throw new IllegalStateException(kept + " jobs in the history of " + JOBS);
        }
      }
      out.printf(
          "%n### latency: idle, a job every %d ms, 3 gates, %d jobs%n%n"
              + "| ms | p50 | p90 | p99 | most |%n|---|---:|---:|---:|---:|%n",
          PACE_MS, JOBS);
      out.println(row("send to worker start", parts.get(0)));
      out.println(row("send to staged", parts.get(1)));
      out.println(row("staged to the tick's clock", parts.get(2)));
      out.println(row("tick, forward, worker", parts.get(3)));
    }
  }

  private static List<Trip> trips(RunningSluice sluice) throws InterruptedException, SQLException {
    BlockingQueue<Double> starts = new LinkedBlockingQueue<>();
    List<Trip> trips = new ArrayList<>();
    try (ActiveMQConnectionFactory factory = sluice.factory("?consumerWindowSize=0");
        Worker worker =
            Worker.on(factory, "work.bench")
                .threads(2)
                .start(job -> {
                  starts.add(now());
                  return Outcome.success();
                });
        JobProducer producer = new JobProducer(factory)) {
      long began = System.nanoTime();
      for (int i = 0; i < WARM + JOBS; i++) {
        TimeUnit.NANOSECONDS.sleep(began + i * PACE_MS * 1_000_000 - System.nanoTime());
        double sent = now();
        producer.send(
            new byte[300], JobOptions.forPolicy("bench").property("tenant", "tenant-" + i % 10));
        Double started = starts.poll(30, TimeUnit.SECONDS);
        if (started == null) {
          throw new IllegalStateException("job " + i + " did not start");
        }
        if (i >= WARM) {
          trips.add(new Trip(sent, started));
        }
      }
      awaitSettled(sluice);
    }
    return trips;
  }

  private static void awaitSettled(RunningSluice sluice) throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    try (Connection connection = sluice.connect();
        Statement statement = connection.createStatement()) {
      boolean left = true;
      while (left && System.nanoTime() < deadline) {
        ResultSet row = statement.executeQuery("select exists (select from job)");
        left = row.next() && row.getBoolean(1);
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  /** To the microsecond, as the database's clock. */
  private static double now() {
    Instant instant = Instant.now();
    return instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6;
  }

  private static String row(String what, List<Double> millis) {
    return Quantiles.of(millis).row(what, 1, 50, 90, 99);
  }
}
