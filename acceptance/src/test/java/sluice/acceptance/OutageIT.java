package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Worker;
import sluice.standalone.EmbeddedBroker;
import sluice.standalone.EmbeddedDatabase;

/**
 * The database and the broker are somebody else's, and go away: errors are clear, work waits,
 * nothing is lost.
 */
class OutageIT {
  private static final Duration WAIT = Duration.ofSeconds(120);
  private static final String PASSWORD = "outage";

  @TempDir private Path folder;

  @Test
  void work_waits_for_a_database_and_a_broker_that_went_away_and_goes_on() {
    SharedProgram.rest();
    int brokerPort = SluiceProcess.freePort();
    EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), brokerPort, PASSWORD);
    try (EmbeddedDatabase database =
            EmbeddedDatabase.start(folder.resolve("pg"), SluiceProcess.freePort(), PASSWORD);
        SluiceProcess sluice =
            SluiceProcess.start(folder.resolve("data"), environment(database, broker))) {
      Http http = Http.admin(sluice);
      http.put(
          "/policies/out",
          "policy: out\ndestination: work.out\ngates: [{name: c, type: concurrency, max: 50}]\n");
      WorkLog log = new WorkLog();
      Jms jms = new Jms(broker.url(), PASSWORD);
      try (Worker worker = jms.worker("work.out", 8, Duration.ofMillis(1), log)) {
        send(jms, 0, 100);
        await().atMost(WAIT).until(() -> log.jobs().size() == 100);

        database.crash();
        send(jms, 100, 100);
        await().atMost(WAIT).until(() -> http.get("/policies").status() == 503);
        assertDown(http, "database");
        database.startAgain();
        await().atMost(WAIT).until(() -> log.jobs().size() == 200);

        broker.close();
        await().atMost(WAIT).untilAsserted(() -> assertDown(http, "broker"));
        Http.Answer staged = stageOverHttp(http);
        assertThat(staged.status()).as(staged.body()).isEqualTo(201);
        broker = EmbeddedBroker.start(folder.resolve("broker"), brokerPort, PASSWORD);
        await().atMost(WAIT).until(() -> log.jobs().size() == 201);
        send(jms, 200, 100);
        await().atMost(WAIT).until(() -> log.jobs().size() == 301);
      }
      await().atMost(WAIT).until(() -> http.get("/policies/out").object().getInt("inFlight") == 0);
      await().atMost(WAIT).until(() -> http.get("/health/ready").status() == 200);
    } finally {
      broker.close();
    }
  }

  /** Not ready, and it says for what; alive all the same: a restart would mend nothing. */
  private static void assertDown(Http http, String check) {
    Http.Answer ready = http.get("/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.body()).containsPattern("\"name\":\"" + check + "\",\"status\":\"DOWN\"");
    assertThat(http.get("/health/live").status()).isEqualTo(200);
    assertThat(http.get("/health/started").status()).isEqualTo(200);
  }

  private static Http.Answer stageOverHttp(Http http) {
    return http.post(
        "/policies/out/jobs",
        "{\"properties\": {\"key\": \"http\"}, \"body\": \"while the broker is away\"}");
  }

  private static void send(Jms jms, int from, int count) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      jobs.add(Jms.job("out", "k", i));
    }
    try (JobProducer producer = jms.producer()) {
      producer.sendAll(jobs);
    }
  }

  private static Map<String, String> environment(EmbeddedDatabase database, EmbeddedBroker broker) {
    return Map.of(
        "SLUICE_DB_URL", database.jdbcUrl(),
        "SLUICE_DB_USER", database.user(),
        "SLUICE_DB_PASSWORD", database.password(),
        "SLUICE_BROKER_URL", broker.url(),
        "SLUICE_BROKER_USER", broker.user(),
        "SLUICE_BROKER_PASSWORD", broker.password());
  }
}
