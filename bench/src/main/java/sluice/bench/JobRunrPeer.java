package sluice.bench;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.gson.GsonJsonMapper;

/**
 * JobRunr, the free edition: jobs put in as a stream, as requests (which need no look into byte
 * code), the shortest poll interval that it allows. It looks for work again as soon as a worker is
 * idle; what it sleeps after the last is put in until it sees the first does not count.
 */
final class JobRunrPeer implements Peer {
  private static final int WORKERS = 128;
  private static final Duration SHORTEST_POLL = Duration.ofSeconds(5);
  private static final String PAYLOAD = "x".repeat(300);

  /** A job; its payload is text, because JobRunr stores JSON. */
  public record Request(String id, String payload) implements JobRequest {
    @Override
    public Class<Handler> getJobRequestHandler() {
      return Handler.class;
    }
  }

  /** Does nothing but be counted. */
  public static final class Handler implements JobRequestHandler<Request> {
    private final PeerJobs jobs;

    private Handler(PeerJobs jobs) {
      this.jobs = jobs;
    }

    @Override
    public void run(Request request) {
      jobs.ran(request.id());
    }
  }

  @Override
  public String name() {
    return "JobRunr, no gates";
  }

  @Override
  public int jobs() {
    return 2_000;
  }

  @Override
  public String schema() {
    return "peer_jobrunr";
  }

  @Override
  public long run(HikariDataSource pool) throws Exception {
    PeerJobs jobs = new PeerJobs(jobs());
    long nanos;
    JobRequestScheduler scheduler = start(pool, new Handler(jobs));
    try {
      long began = System.nanoTime();
      for (int from = 0; from < jobs(); from += BATCH) {
        scheduler.enqueue(
            IntStream.range(from, from + BATCH)
                .mapToObj(i -> new Request(String.valueOf(i), PAYLOAD)));
      }
      long in = System.nanoTime();
      jobs.await();
      Peer.awaitNone(pool, "select count(*) from jobrunr_jobs where state <> 'SUCCEEDED'");
      nanos = System.nanoTime() - began - Math.max(0, jobs.first() - in);
    } finally {
      JobRunr.destroy();
    }
    jobs.check();
    return nanos;
  }

  private static JobRequestScheduler start(HikariDataSource pool, Handler handler) {
    JobActivator handlers =
        new JobActivator() {
          @Override
          public <T> T activateJob(Class<T> type) {
            return type.cast(handler);
          }
        };
    return JobRunr.configure()
        .useJsonMapper(new GsonJsonMapper())
        .useJobActivator(handlers)
        .useStorageProvider(new PostgresStorageProvider(pool))
        .useBackgroundJobServer(
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(SHORTEST_POLL)
                .andWorkerCount(WORKERS))
        .initialize()
        .getJobRequestScheduler();
  }
}
