package sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;

class WorkersTest extends TrafficTest {

  private void say(String queue, List<Map<String, Object>> words) {
    broker.with(context -> {
      for (Map<String, Object> word : words) {
        Message message = context.createTextMessage("ignored");
        word.forEach((name, value) -> TestBroker.set(message, name, value));
        context.createProducer().send(context.createQueue(queue), message);
      }
      return null;
    });
  }

  @Test
  void settles_what_workers_say() {
    startTraffic(Map.of("sluice.completion.sessions", "1"));
    say(
        COMPLETION,
        List.of(
            Map.of(
                "sluice_job_id",
                "17",
                "sluice_attempt",
                2,
                "sluice_outcome",
                "success",
                "sluice_started_at",
                1_700_000_000_000L,
                "sluice_finished_at",
                1L),
            Map.of(
                "sluice_job_id",
                "18",
                "sluice_attempt",
                (short) 1,
                "sluice_outcome",
                "later",
                "sluice_retry_after_ms",
                2_500L),
            Map.of(
                "sluice_job_id",
                19L,
                "sluice_attempt",
                "3",
                "sluice_outcome",
                "failure",
                "sluice_error",
                "bad \0 " + "x".repeat(5_000))));

    await().until(() -> services.settled.size() == 3);
    assertThat(services.settled.subList(0, 2))
        .containsExactly(
            new Completion(
                new AttemptRef(17, 2),
                Outcome.SUCCESS,
                Instant.ofEpochMilli(1_700_000_000_000L),
                null,
                null),
            new Completion(
                new AttemptRef(18, 1), Outcome.LATER, null, null, Duration.ofMillis(2_500)));
    Completion third = services.settled.get(2);
    assertThat(third.attempt()).isEqualTo(new AttemptRef(19, 3));
    assertThat(third.error()).startsWith("bad \uFFFD xxx").hasSize(4_000);
  }

  @Test
  void rejects_a_malformed_word_and_settles_its_neighbours() {
    Map<String, Object> good =
        Map.of("sluice_job_id", "17", "sluice_attempt", 1, "sluice_outcome", "success");
    List<Map<String, Object>> words = new ArrayList<>();
    List<Map<String, Object>> bad =
        List.of(
            Map.of(),
            Map.of("sluice_job_id", "x", "sluice_attempt", 1, "sluice_outcome", "success"),
            Map.of("sluice_job_id", "-1", "sluice_attempt", 1, "sluice_outcome", "success"),
            Map.of("sluice_job_id", "1", "sluice_outcome", "success"),
            Map.of("sluice_job_id", "1", "sluice_attempt", 0, "sluice_outcome", "success"),
            Map.of(
                "sluice_job_id", "1", "sluice_attempt", 5_000_000_000L, "sluice_outcome", "later"),
            Map.of("sluice_job_id", "1", "sluice_attempt", 1),
            Map.of("sluice_job_id", "1", "sluice_attempt", 1, "sluice_outcome", "lost"),
            Map.of("sluice_job_id", "1", "sluice_attempt", 1, "sluice_outcome", "SUCCESS"),
            Map.of("sluice_job_id", "1", "sluice_attempt", 1, "sluice_outcome", 1));
    bad.forEach(word -> {
      words.add(word);
      words.add(good);
    });
    startTraffic();
    say(COMPLETION, words);

    await().until(() -> services.settled.size() == bad.size());
    await().until(() -> broker.count(REJECTED) == bad.size());
    assertThat(broker.drain(REJECTED, m -> TestBroker.property(m, "sluice_reject_reason")))
        .containsOnly("MISSING_PROPERTY", "INVALID_PROPERTY");
  }

  @Test
  void settles_in_spite_of_optional_properties_that_make_no_sense() {
    startTraffic();
    say(
        COMPLETION,
        List.of(
            Map.of(
                "sluice_job_id",
                "17",
                "sluice_attempt",
                1,
                "sluice_outcome",
                "success",
                "sluice_started_at",
                "yesterday",
                "sluice_retry_after_ms",
                -5L,
                "sluice_error",
                7),
            Map.of(
                "sluice_job_id",
                "17",
                "sluice_attempt",
                1,
                "sluice_outcome",
                "success",
                "sluice_started_at",
                Long.MAX_VALUE,
                "sluice_retry_after_ms",
                Long.MAX_VALUE)));

    await().until(() -> services.settled.size() == 2);
    assertThat(services.settled).extracting(Completion::startedAt).containsOnlyNulls();
    assertThat(services.settled)
        .extracting(Completion::retryAfter)
        .containsExactlyInAnyOrder(null, Duration.ofDays(366));
  }

  @Test
  void prolongs_leases() {
    startTraffic();
    say(
        HEARTBEAT,
        List.of(
            Map.of("sluice_job_id", "17", "sluice_attempt", 2),
            Map.of("sluice_attempt", 2),
            Map.of("sluice_job_id", "18", "sluice_attempt", 1)));

    await().until(() -> services.heartbeats.size() == 2);
    assertThat(services.heartbeats).containsExactly(new AttemptRef(17, 2), new AttemptRef(18, 1));
    await().until(() -> broker.count(REJECTED) == 1);
  }
}
