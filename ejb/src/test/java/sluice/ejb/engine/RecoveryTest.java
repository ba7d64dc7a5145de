package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.cancel.CancelJobs;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** Lost attempts, late words, poison and expiry (BEHAVIOUR I.6). */
class RecoveryTest {
  private final Engine engine = new Engine();

  private void conserved(int policy) throws SQLException {
    engine.tickOut(policy);
    assertThat(engine.missing(policy)).isZero();
    assertThat(engine.leakedSlots()).isZero();
    assertThat(new Upkeep(engine, Duration.ofDays(1)).audit()).isZero();
  }

  private long stale() throws SQLException {
    return engine.number("select coalesce(sum(stale), 0) from policy_minute");
  }

  private AdmittedJob lost(int policy) {
    AdmittedJob first = engine.tickOut(policy).getFirst();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.reap().settled() == 1);
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.promote() == 1);
    return first;
  }

  @Test
  void i_148_a_late_word_of_a_lost_attempt_changes_nothing_and_is_counted() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, lease: PT1S, retry: {maxAttempts: 3, backoff: PT0.001S}, gates: [{name: c, type: concurrency, max: 1}]}");
    engine.stage(Engine.jobs(1, "p", Map.of()));
    AdmittedJob first = lost(policy);
    AdmittedJob second = engine.tickOut(policy).getFirst();
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(engine.settle(List.of(first), Outcome.SUCCESS).settled()).isZero();
    engine.tickOut(policy);
    assertThat(engine.number("select in_flight from gate_partition")).isEqualTo(1);
    assertThat(stale()).isEqualTo(1);
    engine.settle(List.of(second), Outcome.SUCCESS);
    engine.settle(List.of(second), Outcome.SUCCESS);
    conserved(policy);
    assertThat(stale()).isEqualTo(2);
    assertThat(engine.number("select finished from policy")).isEqualTo(1);
  }

  @Test
  void i_149_the_reaper_and_a_completion_release_a_slot_once() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, lease: PT1S, retry: {maxAttempts: 1}, gates: [{name: c, type: concurrency, max: 1}]}");
    engine.stage(Engine.jobs(2, "p", Map.of()));
    AdmittedJob first = engine.tickOut(policy).getFirst();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.reap().settled() == 1);
    assertThat(engine.settle(List.of(first), Outcome.SUCCESS).settled()).isZero();
    assertThat(engine.number("select in_flight from gate_partition")).isZero();
    assertThat(engine.tickOut(policy)).hasSize(1);
    assertThat(engine.number("select count(*) from dead_job where cause = 'LEASE_LOST'"))
        .isEqualTo(1);
    conserved(policy);
  }

  @Test
  void i_153_a_poison_job_frees_its_slot_at_once_and_lies_with_the_dead() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, retry: {maxAttempts: 9}, gates: [{name: c, type: concurrency, max: 1}]}");
    engine.stage(Engine.jobs(2, "p", Map.of()));
    engine.settle(engine.tickOut(policy), Outcome.REJECT);
    assertThat(engine.tickOut(policy)).hasSize(1);
    assertThat(engine.number("select count(*) from dead_job where cause = 'REJECTED'"))
        .isEqualTo(1);
    conserved(policy);
  }

  @Test
  void later_uses_no_attempt_and_closes_the_throttled_partition_so_long() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, retry: {maxAttempts: 1}, gates: [{name: t, type: throttle, rate: 1000, period: PT1S}]}");
    engine.stage(Engine.jobs(1, "p", Map.of()));
    AdmittedJob first = engine.tickOut(policy).getFirst();
    engine.settleAll(
        List.of(
            new Completion(
                new AttemptRef(first.id(), first.attempt()),
                Outcome.LATER,
                Instant.now(),
                null,
                Duration.ofMillis(300))));
    engine.stage(Engine.jobs(1, "p", Map.of()));
    assertThat(engine.tickOut(policy)).as("the partition is closed for others too").isEmpty();
    assertThat(engine.number("select count(*) from job where failures = 0")).isEqualTo(2);
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.promote() == 1);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !engine.tickOut(policy).isEmpty());
    assertThat(engine.number("select count(*) from dead_job")).isZero();
    conserved(policy);
  }

  @Test
  void a_scheduled_job_expires_too_and_one_in_flight_does_not() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w}");
    StageRequest job = Engine.job("p", Map.of());
    Instant past = Instant.now().minusSeconds(1);
    engine.stage(
        List.of(
            new StageRequest(
                "p", job.keys(), Instant.now().plusSeconds(3600), past, job.message())));
    engine.stage(Engine.jobs(1, "p", Map.of()));
    engine.tickOut(policy);
    engine.database.execute(
        "update job set expires_at = now() - interval '1 minute' where state = 'admitted'");
    assertThat(engine.expire()).isEqualTo(1);
    conserved(policy);
    assertThat(engine.number("select expired from policy")).isEqualTo(1);
    assertThat(engine.number("select scheduled from policy")).isZero();
    assertThat(engine.number("select in_flight from policy")).isEqualTo(1);
  }

  @Test
  void cancelling_takes_what_waits_and_leaves_what_is_in_flight() throws SQLException {
    int policy =
        engine.policy("{policy: p, destination: w, gates: [{name: c, type: concurrency, max: 1}]}");
    StageRequest job = Engine.job("p", Map.of());
    List<StageResult> staged =
        engine.stage(
            List.of(
                job,
                job,
                new StageRequest(
                    "p", job.keys(), Instant.now().plusSeconds(3600), null, job.message())));
    engine.tickOut(policy);
    List<Boolean> cancelled =
        staged.stream()
            .map(r ->
                engine.inTransaction(
                    c -> CancelJobs.one(c, ((StageResult.Staged) r).id()).isPresent()))
            .toList();
    assertThat(cancelled).containsExactly(false, true, true);
    conserved(policy);
    assertThat(engine.number("select cancelled from policy")).isEqualTo(2);
    assertThat(engine.number("select in_flight from policy")).isEqualTo(1);
  }

  @Test
  void an_unreadable_row_stands_in_nobodys_way_when_keys_change() throws SQLException {
    int policy =
        engine.policy("{policy: p, destination: w, gates: [{name: c, type: concurrency, max: 0}]}");
    engine.stage(Engine.jobs(3, "p", Map.of("k", "x")));
    engine.tickOut(policy);
    engine.database.execute("update job set head = '\\x07' where id = (select min(id) from job)");
    engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 5}]}");
    engine.tickOut(policy);
    engine.tickOut(policy);
    assertThat(engine.number("select count(*) from job where state = 'admitted'")).isEqualTo(2);
    assertThat(
            engine.number(
                "select count(*) from dead_job where cause = 'UNROUTABLE' and last_error like 'UNREADABLE%'"))
        .isEqualTo(1);
    conserved(policy);
  }
}
