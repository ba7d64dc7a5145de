package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;

/** A worker's {@code sluice_retry_after_ms} closes the throttled partition for its time. */
class ClosedPartitionTest {
  private final Engine engine = new Engine();

  private int policy() throws SQLException {
    return engine.policy(
        "{policy: p, destination: w, retry: {maxAttempts: 9, backoff: PT0.001S}, gates: [{name: t, type: throttle, key: '${k}', rate: 1000, period: PT1S, burst: 2}, {name: c, type: concurrency, max: 900}]}");
  }

  private void end(AdmittedJob job, Outcome outcome, Duration retryAfter) {
    engine.settleAll(
        List.of(
            new Completion(
                new AttemptRef(job.id(), job.attempt()), outcome, null, null, retryAfter)));
  }

  private long closed() throws SQLException {
    return engine.number(
        "select count(*) from gate_partition where policy_id > 0 and closed_until > clock_timestamp() and gate = 't' and key like '%x'");
  }

  @Test
  void the_partition_is_closed_its_neighbours_are_not() throws SQLException {
    int policy = policy();
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x")));
    List<AdmittedJob> first = engine.tickOut(policy);
    end(first.getFirst(), Outcome.LATER, Duration.ofMinutes(10));
    assertThat(closed()).isEqualTo(1);
    assertThat(
            engine.number(
                "select count(*) from gate_partition where policy_id > 0 and closed_until is not null"))
        .as("the throttled one alone")
        .isEqualTo(1);
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(engine.number("select extract(epoch from wake_at - clock_timestamp()) from waiter"))
        .isBetween(590L, 600L);
    engine.stage(Engine.jobs(2, "p", Map.of("k", "y")));
    assertThat(engine.tickOut(policy)).hasSize(2);
  }

  @Test
  void it_opens_by_itself_when_its_time_is_over() throws SQLException {
    int policy = policy();
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x")));
    List<AdmittedJob> first = engine.tickOut(policy);
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    end(first.getFirst(), Outcome.FAILURE, Duration.ofMillis(700));
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(closed()).isEqualTo(1);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> engine.tickOut(policy).size() == 2);
    assertThat(closed()).isZero();
  }

  @Test
  void a_shorter_word_does_not_open_what_a_longer_one_closed_and_a_success_closes_nothing()
      throws SQLException {
    int policy = policy();
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    List<AdmittedJob> held = engine.tickOut(policy);
    end(held.get(0), Outcome.LATER, Duration.ofMinutes(10));
    end(held.get(1), Outcome.LATER, Duration.ofSeconds(1));
    assertThat(
            engine.number(
                "select max(extract(epoch from closed_until - clock_timestamp())) from gate_partition where policy_id > 0"))
        .isGreaterThan(500);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "y")));
    end(engine.tickOut(policy).getFirst(), Outcome.SUCCESS, Duration.ofMinutes(10));
    assertThat(
            engine.number(
                "select count(*) from gate_partition where policy_id > 0 and key like '%y' and closed_until is not null"))
        .isZero();
  }
}
