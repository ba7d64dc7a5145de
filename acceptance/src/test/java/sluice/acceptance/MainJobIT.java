package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Worker;

/** The main job, black box: JMS in, gates, JMS out. */
@ExtendWith(SharedProgram.class)
@Order(1)
class MainJobIT {
  private static final Duration WAIT = Duration.ofSeconds(90);

  private static SluiceProcess sluice;
  private static Http http;
  private static Jms jms;

  @BeforeAll
  static void start(SluiceProcess shared) {
    sluice = shared;
    http = Http.admin(sluice);
    jms = new Jms(sluice);
    warmUp();
  }

  /** What is measured below is the program as it runs, not as its classes are loaded. */
  private static void warmUp() {
    policy("warm", "gates: [{name: c, type: concurrency, key: '${key}', max: 100}]");
    WorkLog log = new WorkLog();
    try (Worker worker = jms.worker("work.warm", 4, Duration.ZERO, log)) {
      for (int round = 1; round <= 20; round++) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          jobs.add(Jms.job("warm", "k" + i % 10, i));
        }
        send(jobs);
        int expected = 100 * round;
        await().atMost(WAIT).until(() -> log.size() == expected);
      }
    }
  }

  private static void policy(String name, String rest) {
    Http.Answer answer =
        http.put(
            "/policies/" + name, "policy: " + name + "\ndestination: work." + name + "\n" + rest);
    assertThat(answer.status()).as(answer.body()).isIn(200, 201);
  }

  private static JsonObject figures(String policy) {
    Http.Answer answer = http.get("/policies/" + policy);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.object();
  }

  private static void send(List<NewJob> jobs) {
    try (JobProducer producer = jms.producer()) {
      for (int from = 0; from < jobs.size(); from += 1_000) {
        producer.sendAll(jobs.subList(from, Math.min(jobs.size(), from + 1_000)));
      }
    }
  }

  @Test
  void a_cap_of_three_holds_for_each_of_four_keys_and_every_job_runs_once() {
    policy("capped", "gates: [{name: c, type: concurrency, key: '${key}', max: 3}]");
    WorkLog log = new WorkLog();
    try (Worker worker = jms.worker("work.capped", 24, Duration.ofMillis(40), log)) {
      List<NewJob> jobs = new ArrayList<>();
      for (int i = 0; i < 240; i++) {
        jobs.add(Jms.job("capped", "k" + i % 4, i));
      }
      send(jobs);
      await().atMost(WAIT).until(() -> log.jobs().size() == 240);
      await().atMost(WAIT).until(() -> figures("capped").getInt("completed24h") == 240);
    }
    assertThat(log.size()).isEqualTo(240);
    assertThat(log.mostAtOnce().values()).hasSize(4).allMatch(most -> most <= 3);
    assertThat(figures("capped").getInt("inFlight")).isZero();
  }

  @Test
  void a_throttle_gives_its_rate_and_no_more_than_rate_and_burst() {
    policy("slow", "gates: [{name: t, type: throttle, rate: 10, period: PT1S, burst: 10}]");
    WorkLog log = new WorkLog();
    try (Worker worker = jms.worker("work.slow", 8, Duration.ofMillis(1), log)) {
      List<NewJob> jobs = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        jobs.add(Jms.job("slow", "k", i));
      }
      send(jobs);
      await().atMost(WAIT).until(() -> log.size() >= 130);
      http.post("/policies/slow/pause", "{\"reason\": \"seen enough\"}");
    }
    assertThat(log.mostAdmittedWithin(Duration.ofSeconds(1))).isLessThanOrEqualTo(21);
    assertThat(log.admittedAfterFirst(Duration.ofSeconds(10))).isBetween(105L, 111L);
    assertThat(log.startsAfterFirst(Duration.ofSeconds(10)))
        .as("a machine that stalls starts late what was admitted in time")
        .isLessThanOrEqualTo(121);
  }

  @Test
  void two_throttles_of_one_policy_hold_together() {
    policy(
        "twice",
        """
        gates:
          - {name: second, type: throttle, rate: 20, period: PT1S, burst: 5}
          - {name: hour, type: throttle, rate: 1, period: PT1H, burst: 30}
        """);
    WorkLog log = new WorkLog();
    try (Worker worker = jms.worker("work.twice", 8, Duration.ofMillis(1), log)) {
      List<NewJob> jobs = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        jobs.add(Jms.job("twice", "k", i));
      }
      send(jobs);
      await().atMost(WAIT).until(() -> log.size() == 30);
      await()
          .during(Duration.ofSeconds(2))
          .atMost(Duration.ofSeconds(10))
          .until(() -> log.size() == 30);
    }
    assertThat(log.mostAdmittedWithin(Duration.ofSeconds(1))).isLessThanOrEqualTo(26);
  }

  @Test
  void cold_tenants_start_within_two_seconds_behind_ten_thousand_jobs_of_a_hot_one() {
    policy("fair", "fairness: {key: '${key}'}\ngates: [{name: all, type: globalCap, max: 20}]");
    WorkLog log = new WorkLog();
    Map<String, Long> sent = new HashMap<>();
    int hotBefore;
    try (Worker worker = jms.worker("work.fair", 20, Duration.ofMillis(20), log)) {
      List<NewJob> hot = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        hot.add(Jms.job("fair", "hot", i));
      }
      send(hot);
      await().atMost(WAIT).until(() -> log.size() > 200);
      hotBefore = log.size();
      try (JobProducer producer = jms.producer()) {
        for (int i = 0; i < 50; i++) {
          sent.put("cold" + i, System.nanoTime());
          producer.sendAll(List.of(Jms.job("fair", "cold" + i, i)));
        }
      }
      await()
          .atMost(WAIT)
          .until(() -> log.runs().stream().map(WorkLog.Run::key).distinct().count() == 51);
      http.delete("/policies/fair?jobs=cancel");
    }
    long lastCold =
        log.runs().stream()
            .filter(r -> !r.key().equals("hot"))
            .mapToLong(WorkLog.Run::startedNanos)
            .max()
            .orElseThrow();
    long hotAhead =
        log.runs().stream()
                .filter(r -> r.key().equals("hot") && r.startedNanos() < lastCold)
                .count()
            - hotBefore;
    assertThat(hotAhead)
        .as("hot jobs that went before the last of 50 cold ones, of 9,800")
        .isLessThan(2_000);
    sent.forEach((key, at) ->
        assertThat(Duration.ofNanos(log.firstStart(key) - at))
            .as("from the sending of " + key + " to its start")
            .isLessThan(Duration.ofSeconds(2)));
  }

  @Test
  void the_address_may_carry_the_policy() {
    policy("byaddress", "");
    WorkLog log = new WorkLog();
    try (Worker worker = jms.worker("work.byaddress", 2, Duration.ZERO, log);
        JobProducer producer = new JobProducer(jms.factory(), "sluice.intake.byaddress")) {
      producer.send("hello", JobOptions.none().property("key", "k"));
      await().atMost(WAIT).until(() -> log.size() == 1);
    }
  }
}
