package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.core.job.Outcome;
import sluice.ejb.cancel.CancelJobs;
import sluice.ejb.database.SqlWork;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** Order, due times, retries and endings of jobs. */
class LifecycleTest {
  private final Engine engine = new Engine();

  @AfterEach
  void counts_are_right() throws SQLException {
    assertThat(engine.leakedSlots()).isZero();
  }

  private int capped(int max, String rest) throws SQLException {
    return engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: "
            + max
            + "}]"
            + rest
            + "}");
  }

  private long stage(int priority, Instant notBefore) {
    StageRequest request =
        new StageRequest(
            "p",
            new StageRequest.Keys("default", null, null, null),
            notBefore,
            null,
            new JobMessage(
                new JobMessage.Head(MessageKind.TEXT, null, null, null, priority),
                Map.of("k", "x"),
                null));
    return ((StageResult.Staged) engine.stage(List.of(request)).getFirst()).id();
  }

  private List<Long> ids(int policy) {
    return engine.tickOut(policy).stream().map(AdmittedJob::id).toList();
  }

  private static void until(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
  }

  @Test
  void i_121_and_i_123_higher_priority_first_then_the_order_of_staging() throws SQLException {
    int policy = capped(9, "");
    long one = stage(1, null);
    long nine = stage(9, null);
    long five = stage(5, null);
    long fiveToo = stage(5, null);
    assertThat(ids(policy)).containsExactly(nine, five, fiveToo, one);
  }

  @Test
  void i_124_and_i_126_a_job_that_is_not_due_is_not_looked_at() throws SQLException {
    int policy = capped(9, "");
    stage(4, Instant.now().plusSeconds(3_600));
    assertThat(ids(policy)).isEmpty();
    assertThat(engine.promote()).isZero();
    assertThat(engine.number("select count(*) from lane where ready")).isZero();
    assertThat(engine.number("select count(*) from policy where next_tick_at is not null"))
        .isZero();
    engine.database.execute("update job set eligible_at = clock_timestamp()");
    assertThat(engine.promote()).isEqualTo(1);
    assertThat(ids(policy)).hasSize(1);
  }

  @Test
  void i_125_a_job_that_fell_due_first_goes_before_one_staged_later() throws SQLException {
    int policy = capped(9, "");
    long scheduled = stage(4, Instant.now().plusMillis(300));
    until(() -> engine.promote() == 1);
    long immediate = stage(4, null);
    assertThat(ids(policy)).containsExactly(scheduled, immediate);
  }

  @Test
  void i_113_the_latest_jobs_limit_holds_for_the_whole_backlog() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: '${m}'}]}");
    engine.stage(Engine.jobs(20, "p", Map.of("k", "x", "m", 5)));
    assertThat(ids(policy)).hasSize(5);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x", "m", 10)));
    assertThat(ids(policy)).hasSize(5);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x", "m", 2)));
    assertThat(ids(policy)).isEmpty();
  }

  @Test
  void i_113_what_jobs_say_of_limits_and_weights_is_heard_while_nothing_is_admitted()
      throws SQLException {
    String document =
        "{policy: p, destination: w, fairness: {key: '${k}', weight: '${m}'}, gates: [{name: c, type: concurrency, key: '${k}', max: '${m}'}%s]}";
    int policy = engine.policy(document.formatted(""));
    engine.stage(Engine.jobs(20, "p", Map.of("k", "x", "m", 1)));
    assertThat(ids(policy)).hasSize(1);
    engine.database.execute("update policy set paused = true");
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x", "m", 4)));
    assertThat(ids(policy)).isEmpty();
    assertThat(engine.number("select weight from share")).isEqualTo(4);
    engine.database.execute("update policy set paused = false");
    assertThat(ids(policy)).as("4 of 4").hasSize(3);
    engine.policy(document.formatted(", {name: g, type: globalCap, max: 100}"));
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x", "m", 6)));
    assertThat(ids(policy)).as("6 of 6, in spite of the change of keys").hasSize(2);
  }

  @Test
  void i_113_a_changed_expression_is_read_anew_from_what_waits_the_latest_last()
      throws SQLException {
    String document =
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: '${%s}'}]}";
    int policy = engine.policy(document.formatted("m"));
    engine.stage(Engine.jobs(10, "p", Map.of("k", "x", "m", 1)));
    engine.stage(Engine.jobs(10, "p", Map.of("k", "x", "m", 2)));
    assertThat(ids(policy)).hasSize(2);
    engine.policy(document.formatted("m * 3"));
    assertThat(ids(policy)).as("6 of 6").hasSize(4);
  }

  @Test
  void i_116_and_i_223_a_retry_waits_its_back_off_and_passes_the_gates_again() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, retry: {maxAttempts: 3, backoff: PT0.4S}, gates: [{name: t, type: throttle, rate: 1, period: PT1H}]}");
    stage(4, null);
    List<AdmittedJob> first = engine.tickOut(policy);
    engine.settle(first, Outcome.FAILURE);
    assertThat(engine.promote()).as("not before its back-off").isZero();
    until(() -> engine.promote() == 1);
    assertThat(ids(policy)).as("no token for the second attempt").isEmpty();
    engine.database.execute("update gate_partition set tokens = 1 where policy_id > 0");
    engine.database.execute("update waiter set wake_at = clock_timestamp()");
    assertThat(engine.tickOut(policy)).hasSize(1).allMatch(j -> j.attempt() == 2);
  }

  @Test
  void i_224_the_last_failure_is_kept_to_be_seen() throws SQLException {
    int policy = capped(9, ", retry: {maxAttempts: 1}");
    stage(4, null);
    engine.settle(engine.tickOut(policy), Outcome.FAILURE);
    assertThat(engine.promote()).isZero();
    assertThat(engine.number("select count(*) from dead_job where failures = 1")).isEqualTo(1);
  }

  @Test
  void i_048_a_slot_released_twice_is_released_once() throws SQLException {
    int policy = capped(5, "");
    stage(4, null);
    stage(4, null);
    List<AdmittedJob> held = engine.tickOut(policy);
    engine.settle(held.subList(0, 1), Outcome.SUCCESS);
    assertThat(engine.settle(held.subList(0, 1), Outcome.FAILURE).stale()).isEqualTo(1);
    assertThat(engine.number("select in_flight from gate_partition where policy_id > 0"))
        .isEqualTo(1);
  }

  @Test
  void i_208_and_i_211_what_waits_does_not_count_and_each_job_goes_once() throws SQLException {
    int policy = capped(3, "");
    List<Long> staged = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      staged.add(stage(4, null));
    }
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      List<AdmittedJob> held = engine.tickOut(policy);
      assertThat(held).hasSize(3);
      held.forEach(job -> seen.add(job.id()));
      engine.settle(held, Outcome.SUCCESS);
    }
    assertThat(seen).containsExactlyElementsOf(staged);
  }

  @Test
  void i_226_and_i_234_a_small_batch_takes_no_job_twice_and_still_fills_the_limit()
      throws SQLException {
    int policy = capped(64, "");
    engine.stage(Engine.jobs(200, "p", Map.of("k", "x")));
    List<Long> seen = new ArrayList<>();
    for (int tick = 0; tick < 4; tick++) {
      var batch = engine.tick(policy, 16).batch();
      assertThat(batch).isNotNull();
      batch.jobs().forEach(job -> seen.add(job.id()));
    }
    assertThat(seen).hasSize(64).doesNotHaveDuplicates();
    assertThat(engine.tick(policy, 16).batch()).isNull();
  }

  @Test
  void i_228_a_lease_that_ended_frees_the_attempt_a_young_one_is_left_alone() throws SQLException {
    int policy = capped(9, ", lease: PT60S");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    List<AdmittedJob> held = engine.tickOut(policy);
    assertThat(engine.reap().settled()).isZero();
    engine.database.execute(
        "update job set lease_expires_at = clock_timestamp() - interval '30 s' where id = "
            + held.get(0).id());
    assertThat(engine.reap().settled()).isEqualTo(1);
    assertThat(engine.reap().settled()).isZero();
    assertThat(engine.number("select failures from job where state = 'scheduled'")).isEqualTo(1);
    assertThat(engine.number("select in_flight from gate_partition where policy_id > 0"))
        .isEqualTo(1);
  }

  @Test
  void i_229_and_i_230_a_cancelled_job_never_goes_and_is_cancelled_once() throws SQLException {
    int policy = capped(1, "");
    long held = stage(4, null);
    assertThat(ids(policy)).containsExactly(held);
    stage(4, null);
    stage(4, Instant.now().plusSeconds(600));
    assertThat(cancel(c -> CancelJobs.waiting(c, policy, 9))).isEqualTo(2);
    assertThat(cancel(c -> CancelJobs.inFlight(c, policy, 9))).isEqualTo(1);
    assertThat(cancel(c -> CancelJobs.waiting(c, policy, 9))).isZero();
    assertThat(cancel(c -> CancelJobs.inFlight(c, policy, 9))).isZero();
    assertThat(ids(policy)).isEmpty();
    assertThat(engine.number("select cancelled from policy")).isEqualTo(3);
    assertThat(engine.missing(policy)).isZero();
  }

  private int cancel(SqlWork<Integer> work) {
    return engine.inTransaction(work);
  }

  @Test
  void b02_a_dead_worker_gives_its_slots_back_and_the_rest_runs() throws SQLException {
    int policy = capped(2, ", lease: PT1S, retry: {maxAttempts: 3, backoff: PT0.001S}");
    for (int i = 0; i < 6; i++) {
      stage(4, null);
    }
    assertThat(engine.tickOut(policy)).as("taken by a worker that dies").hasSize(2);
    List<Long> finished = new ArrayList<>();
    until(() -> {
      engine.reap();
      engine.promote();
      List<AdmittedJob> held = engine.tickOut(policy);
      assertThat(engine.number("select in_flight from gate_partition where policy_id > 0"))
          .isLessThanOrEqualTo(2);
      assertThat(engine.missing(policy)).isZero();
      held.forEach(job -> finished.add(job.id()));
      engine.settle(held, Outcome.SUCCESS);
      return finished.size() == 6;
    });
    assertThat(finished).doesNotHaveDuplicates();
    assertThat(engine.number("select in_flight from gate_partition where policy_id > 0")).isZero();
  }

  @Test
  void b16_rate_zero_is_quiet_and_a_corrected_one_works_at_once() throws SQLException {
    String policyOf =
        "{policy: p, destination: w, gates: [{name: t, type: throttle, rate: %s, period: PT1M}]}";
    int policy = engine.policy(policyOf.formatted("0"));
    engine.stage(Engine.jobs(9, "p", Map.of()));
    assertThat(ids(policy)).isEmpty();
    assertThat(engine.tick(policy, 500).again()).isFalse();
    assertThat(engine.number("select extract(epoch from wake_at - clock_timestamp()) from waiter"))
        .isBetween(50L, 60L);
    engine.policy(policyOf.formatted("2.5"));
    assertThat(ids(policy)).as("the bucket of a rate of 0 held one token").hasSize(1);
    engine.policy(policyOf.formatted("1e8"));
    until(() -> ids(policy).size() > 0);
  }
}
