package sluice.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.Outcome;
import sluice.client.Worker;

/**
 * Send to worker start, one job at a time, through three gates, on an idle {@code ./sluice run}.
 */
final class LatencyBench implements Bench.Benchmark {
  private static final int WARM = 300;
  private static final int JOBS = 300;

  @Override
  public void run(PrintStream out) throws Exception {
    try (RunningSluice sluice = RunningSluice.start();
        ActiveMQConnectionFactory factory = sluice.factory("?consumerWindowSize=0")) {
      BlockingQueue<Long> starts = new LinkedBlockingQueue<>();
      List<Long> lags = new ArrayList<>();
      try (Worker worker =
              Worker.on(factory, "work.bench")
                  .threads(2)
                  .start(job -> {
                    starts.add(System.nanoTime());
                    return Outcome.success();
                  });
          JobProducer producer = new JobProducer(factory)) {
        for (int i = 0; i < WARM + JOBS; i++) {
          long sent = System.nanoTime();
          producer.send(
              new byte[300], JobOptions.forPolicy("bench").property("tenant", "tenant-" + i % 10));
          Long started = starts.poll(30, TimeUnit.SECONDS);
          if (started == null) {
            throw new IllegalStateException("job " + i + " did not start");
          }
          if (i >= WARM) {
            lags.add(started - sent);
          }
        }
      }
      lags.sort(Long::compare);
      out.printf("%n### latency: send to worker start, idle, 3 gates, %d jobs%n%n", JOBS);
      out.println("| p50 ms | p90 ms | p99 ms | most ms |\n|---:|---:|---:|---:|");
      out.printf(
          Locale.ROOT,
          "| %.1f | %.1f | %.1f | %.1f |%n",
          lags.get(JOBS / 2) / 1e6,
          lags.get(JOBS * 9 / 10) / 1e6,
          lags.get(JOBS * 99 / 100) / 1e6,
          lags.getLast() / 1e6);
    }
  }
}
