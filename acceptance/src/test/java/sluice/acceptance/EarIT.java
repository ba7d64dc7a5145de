package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Worker;
import sluice.standalone.EmbeddedBroker;
import sluice.standalone.EmbeddedDatabase;

/** The EAR on a full Payara Server, with the same way of a job. */
class EarIT {
  private static final Duration WAIT = Duration.ofSeconds(120);
  private static final String PASSWORD = "ear-password-1";

  @TempDir private Path folder;

  @Test
  void the_ear_on_a_full_server_does_the_main_job() {
    SharedProgram.rest();
    Path target = SluiceProcess.root().resolve("acceptance/target");
    try (EmbeddedDatabase database =
            EmbeddedDatabase.start(folder.resolve("pg"), SluiceProcess.freePort(), PASSWORD);
        EmbeddedBroker broker =
            EmbeddedBroker.start(folder.resolve("broker"), SluiceProcess.freePort(), PASSWORD);
        PayaraServer server =
            PayaraServer.start(
                target.resolve("payara/payara7"),
                environment(database, broker),
                target.resolve("payara/postgresql.jar"),
                SluiceProcess.root()
                    .resolve("payara-config/src/main/resources/payara/server.asadmin"))) {
      server.deploy(SluiceProcess.root().resolve("ear/target/sluice-ear-0.1.0.ear"));
      Http http = new Http(server.httpUrl(), "admin", PASSWORD);
      await().atMost(WAIT).until(() -> http.get("/health/ready").status() == 200);
      Http.Answer saved =
          http.put(
              "/policies/ear",
              "policy: ear\ndestination: work.ear\ngates: [{name: c, type: concurrency, key: '${key}', max: 2}]\n");
      assertThat(saved.status()).as(saved.body()).isEqualTo(201);
      WorkLog log = new WorkLog();
      Jms jms = new Jms(broker.url(), PASSWORD);
      try (Worker worker = jms.worker("work.ear", 8, Duration.ofMillis(5), log);
          JobProducer producer = jms.producer()) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
          jobs.add(Jms.job("ear", "k" + i % 2, i));
        }
        producer.sendAll(jobs);
        await().atMost(WAIT).until(() -> log.jobs().size() == 60);
        await()
            .atMost(WAIT)
            .until(() -> http.get("/policies/ear").object().getInt("completed24h") == 60);
      }
      assertThat(log.mostAtOnce().values()).allMatch(most -> most <= 2);
      assertThat(http.get("/policies/ear").object().getInt("inFlight")).isZero();
    }
  }

  private static Map<String, String> environment(EmbeddedDatabase database, EmbeddedBroker broker) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SLUICE_DB_URL", database.jdbcUrl());
    environment.put("SLUICE_DB_USER", Objects.requireNonNull(database.user()));
    environment.put("SLUICE_DB_PASSWORD", PASSWORD);
    environment.put("SLUICE_BROKER_URL", broker.url());
    environment.put("SLUICE_BROKER_USER", broker.user());
    environment.put("SLUICE_BROKER_PASSWORD", PASSWORD);
    environment.put("SLUICE_ADMIN_PASSWORD", PASSWORD);
    return environment;
  }
}
