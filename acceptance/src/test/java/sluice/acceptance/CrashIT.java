package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Worker;

/** {@code kill -9} in the middle of the work: no job is lost, no slot leaks. */
class CrashIT {
  private static final int JOBS = 5_000;
  private static final Duration WAIT = Duration.ofSeconds(150);

  @TempDir private Path folder;

  @Test
  void no_job_is_lost_and_no_slot_leaked_when_the_program_is_killed_twice() {
    SharedProgram.rest();
    WorkLog log = new WorkLog();
    try (SluiceProcess sluice = SluiceProcess.start(folder.resolve("data"))) {
      Http http = Http.admin(sluice);
      http.put(
          "/policies/crash",
          """
          policy: crash
          destination: work.crash
          lease: PT10S
          retry: {maxAttempts: 20, backoff: PT0.1S, maxBackoff: PT1S}
          gates:
            - {name: c, type: concurrency, key: '${key}', max: 20}
            - {name: all, type: globalCap, max: 60}
          """);
      Jms jms = new Jms(sluice);
      try (Worker worker = jms.worker("work.crash", 16, Duration.ofMillis(2), log)) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
          jobs.add(Jms.job("crash", "k" + i % 5, i));
        }
        try (JobProducer producer = jms.producer()) {
          producer.sendAll(jobs);
        }
        await().atMost(WAIT).until(() -> log.size() > 300);
        sluice.kill();
        sluice.startAgain();
        int before = log.size();
        await().atMost(WAIT).until(() -> log.size() > before + 500 || log.jobs().size() >= JOBS);
        sluice.killLauncher();
        sluice.startAgain();
        await().atMost(WAIT).until(() -> log.jobs().size() >= JOBS);
        await().atMost(WAIT).until(() -> figures(sluice).getInt("completed24h") == JOBS);
      }
      JsonObject figures = figures(sluice);
      assertThat(figures.getInt("inFlight")).isZero();
      assertThat(figures.getInt("pending")).isZero();
      assertThat(figures.getInt("scheduled")).isZero();
      assertThat(figures.getInt("dead")).isZero();
      assertThat(log.jobs()).hasSize(JOBS);
    }
  }

  private static JsonObject figures(SluiceProcess sluice) {
    return Http.admin(sluice).get("/policies/crash").object();
  }
}
