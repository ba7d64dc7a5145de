package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;

/** Settlement tells what it saw of partitions; chores fold it, roll it up and let it go. */
class ObservationTest {
  private final Engine engine = new Engine();
  private final Upkeep upkeep = new Upkeep(engine, Duration.ofDays(1));

  private int policy() throws SQLException {
    return engine.policy(
        "{policy: p, destination: w, retry: {maxAttempts: 3}, gates: [{name: a, type: adaptiveConcurrency, key: '${k}', targetLag: PT1S, initialMax: 50}, {name: b, type: concurrency, key: '${r}', max: 1000}]}");
  }

  private List<AdmittedJob> admit(int policy, int jobs, String k) {
    engine.stage(Engine.jobs(jobs, "p", Map.of("k", k, "r", "eu")));
    return engine.tickOut(policy);
  }

  private static Completion word(AdmittedJob job, Outcome outcome, long lagMillis) {
    return new Completion(
        new AttemptRef(job.id(), job.attempt()),
        outcome,
        lagMillis < 0 ? null : Instant.now().plusMillis(lagMillis),
        null,
        null);
  }

  private long sum(String column, String gate) throws SQLException {
    return engine.number(
        "select coalesce(sum(o.%s), 0) from partition_observation o join gate_partition p on p.id = o.partition_id where p.gate = '%s'"
            .formatted(column, gate));
  }

  @Test
  void an_attempt_counts_in_each_of_its_partitions_and_once_for_its_policy() throws SQLException {
    int policy = policy();
    List<AdmittedJob> jobs = new ArrayList<>(admit(policy, 2, "x"));
    jobs.addAll(admit(policy, 2, "y"));
    engine.settleAll(
        List.of(
            word(jobs.get(0), Outcome.SUCCESS, 60_000),
            word(jobs.get(1), Outcome.FAILURE, 30_000),
            word(jobs.get(2), Outcome.SUCCESS, -1),
            word(jobs.get(3), Outcome.LATER, 90_000)));
    assertThat(engine.number("select count(*) from observation")).isEqualTo(1);
    upkeep.round("fold-observations");
    assertThat(engine.number("select count(*) from observation")).isZero();
    for (String gate : List.of("a", "b")) {
      assertThat(sum("ended", gate)).isEqualTo(3);
      assertThat(sum("failed", gate)).isEqualTo(1);
      assertThat(sum("started", gate)).as("one did not say when it began").isEqualTo(2);
      assertThat(sum("lag_ms", gate)).isBetween(90_000L, 92_000L);
    }
    assertThat(engine.number("select count(*) from partition_observation")).isEqualTo(3);
    assertThat(sum("current_max", "a")).isPositive();
    assertThat(sum("current_max", "b")).isZero();
    assertThat(engine.number("select sum(attempts) from lag_minute")).isEqualTo(2);
    engine.tickOut(policy);
    assertThat(engine.number("select sum(finished) from policy_minute"))
        .as("i_178: once in the policy's figures")
        .isEqualTo(2);
    assertThat(
            engine.number(
                "select count(*) from partition_observation o join gate_partition p on p.id = o.partition_id where p.policy_id = 0"))
        .as("nothing of quotas")
        .isZero();
  }

  @Test
  void settlers_of_a_hot_partition_never_meet_and_nothing_is_lost() throws Exception {
    int policy = policy();
    List<AdmittedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      jobs.addAll(admit(policy, 50, "k" + i));
    }
    List<Callable<Object>> settlers = new ArrayList<>();
    for (AdmittedJob job : jobs) {
      settlers.add(() -> engine.settleAll(List.of(word(job, Outcome.SUCCESS, 0))));
    }
    settlers.add(() -> {
      upkeep.step("fold-observations");
      return true;
    });
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var done : threads.invokeAll(settlers, 60, TimeUnit.SECONDS)) {
        done.get();
      }
    }
    upkeep.round("fold-observations");
    assertThat(sum("ended", "b")).isEqualTo(200);
    assertThat(sum("ended", "a")).isEqualTo(200);
    assertThat(engine.number("select sum(attempts) from lag_minute")).isEqualTo(200);
  }

  @Test
  void lost_attempts_are_failures_without_a_lag() throws SQLException {
    int policy = policy();
    admit(policy, 2, "x");
    engine.database.execute(
        "update job set lease_expires_at = now() - interval '1 s' where state = 'admitted'");
    engine.reap();
    upkeep.round("fold-observations");
    assertThat(sum("failed", "a")).isEqualTo(2);
    assertThat(sum("started", "a")).isZero();
  }

  @Test
  void hours_are_rolled_up_once_and_old_minutes_go() throws SQLException {
    policy();
    engine.database.execute(
        """
        insert into partition_observation (policy_id, minute, partition_id, ended, failed, started, lag_ms, max_lag_ms, current_max)
        select p, date_trunc('hour', now()) - interval '70 minutes' + m * interval '1 minute', i, 1, 0, 1, m, m, null
        from generate_series(1, 2) p, generate_series(0, 69) m, generate_series(1, 3) i
        """);
    upkeep.round("roll-up-hours");
    upkeep.round("roll-up-hours");
    long twoMinutesIn =
        engine.number(
            "select (clock_timestamp() > date_trunc('hour', now()) + interval '2 minutes')::int");
    assertThat(engine.number("select sum(ended) from partition_hour"))
        .isEqualTo(twoMinutesIn == 1 ? 2 * 70 * 3 : 2 * 10 * 3);
    assertThat(
            engine.number(
                "select max(max_lag_ms) from partition_hour where hour < date_trunc('hour', now()) - interval '1 hour'"))
        .isEqualTo(9);
    engine.database.execute(
        "update partition_observation set minute = minute - interval '2 hours' where policy_id = 2");
    engine.database.execute("update partition_hour set hour = hour - interval '30 days'");
    engine.database.execute(
        "insert into lag_minute values (7, now() - interval '3 hours', 1, 1), (7, now(), 1, 1)");
    long young =
        engine.number(
            "select count(*) from partition_observation where minute > clock_timestamp() - interval '2 hours'");
    upkeep.round("prune-observations", "prune-hours", "prune-lags");
    assertThat(engine.number("select count(*) from partition_observation where policy_id = 2"))
        .as("of a policy that is not there any more, too")
        .isZero();
    assertThat(engine.number("select count(*) from partition_observation where policy_id = 1"))
        .isBetween(young - 3, young)
        .isGreaterThan(30);
    assertThat(engine.number("select count(*) from partition_hour")).isZero();
    assertThat(engine.number("select count(*) from lag_minute")).isEqualTo(1);
  }

  @Test
  void totals_grow_by_minutes_that_are_over_and_survive_their_pruning() throws SQLException {
    int policy = policy();
    engine.database.execute(
        """
        insert into policy_minute (policy_id, minute, admitted, failed) values
        (1, date_trunc('minute', now()) - interval '8 days', 100, 1), (1, date_trunc('minute', now()) - interval '10 minutes', 10, 2),
        (1, date_trunc('minute', now()), 1, 4);
        insert into denial_minute values (1, date_trunc('minute', now()) - interval '10 minutes', 'THROTTLE', 5)
        """);
    upkeep.round("sum-minutes");
    upkeep.round("sum-minutes", "prune-minutes");
    assertThat(engine.number("select admitted from policy_total")).isEqualTo(110);
    assertThat(engine.number("select lanes from denial_total")).isEqualTo(5);
    engine.database.execute(
        "insert into tally (policy_id, at, failed) values (1, now() - interval '20 minutes', 8)");
    engine.database.execute(
        "update policy_total set through = now() - interval '30 minutes', admitted = 0, failed = 0");
    upkeep.round("sum-minutes");
    assertThat(engine.number("select admitted from policy_total"))
        .as("a tally not folded yet may still come to its minute")
        .isZero();
    engine.tickOut(policy);
    upkeep.round("sum-minutes");
    assertThat(engine.number("select failed from policy_total")).isEqualTo(8 + 2);
  }
}
