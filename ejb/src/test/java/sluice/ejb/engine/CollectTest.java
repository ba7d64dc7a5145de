package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;

/** What nobody uses goes; what holds a job, a slot or a memory stays. */
class CollectTest {
  private final Engine engine = new Engine();
  private final Upkeep upkeep = new Upkeep(engine, Duration.ofHours(1));

  private void twoDaysPass() throws SQLException {
    engine.database.execute("update lane set folded_at = folded_at - interval '2 days'");
  }

  private long rows(String table) throws SQLException {
    return engine.number("select count(*) from " + table);
  }

  private List<AdmittedJob> run(int policy, String key) {
    engine.stage(Engine.jobs(1, "p", Map.of("k", key)));
    List<AdmittedJob> jobs = engine.tickOut(policy);
    engine.settle(jobs, Outcome.SUCCESS);
    engine.tickOut(policy);
    return jobs;
  }

  @Test
  void idle_lanes_shares_and_partitions_go_and_come_back() throws SQLException {
    int policy =
        engine.policy(
            """
            policy: p
            destination: w
            fairness: {key: '${k}'}
            gates:
              - {name: c, type: concurrency, key: '${k}', max: 2}
              - {name: g, type: globalCap, max: 5}
            """);
    for (int i = 0; i < 4; i++) {
      run(policy, "k" + i);
    }
    upkeep.collect();
    assertThat(rows("lane")).isEqualTo(4);
    twoDaysPass();
    upkeep.collect();
    assertThat(rows("lane")).isZero();
    assertThat(rows("share")).isZero();
    assertThat(rows("gate_partition where policy_id > 0")).isZero();
    assertThat(rows("retiring")).isZero();
    assertThat(run(policy, "k1")).as("with what the directory remembers").hasSize(1);
    assertThat(engine.conflicts).hasValue(1);
    assertThat(rows("lane")).isEqualTo(1);
    assertThat(engine.missing(policy)).isZero();
    assertThat(upkeep.audit()).isZero();
  }

  @Test
  void a_lane_with_a_job_in_any_state_or_an_arrival_stays() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${k}'}, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "in flight and pending")));
    StageRequest later = Engine.job("p", Map.of("k", "scheduled"));
    engine.stage(
        List.of(
            new StageRequest(
                "p", later.keys(), Instant.now().plusSeconds(3600), null, later.message())));
    engine.stage(Engine.jobs(1, "p", Map.of("k", "in flight")));
    engine.tickOut(policy);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "arrived")));
    twoDaysPass();
    upkeep.collect();
    assertThat(rows("lane")).isEqualTo(4);
    assertThat(rows("gate_partition where policy_id > 0")).isEqualTo(4);
    assertThat(rows("retiring")).isZero();
    assertThat(engine.tickOut(policy)).hasSize(1);
  }

  @Test
  void an_exhausted_bucket_is_not_forgotten() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: t, type: throttle, key: '${k}', rate: 1, period: P1D, burst: 2}]}");
    run(policy, "x");
    run(policy, "x");
    twoDaysPass();
    upkeep.collect();
    assertThat(rows("lane")).isZero();
    assertThat(rows("gate_partition where policy_id > 0")).isEqualTo(1);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x")));
    assertThat(engine.tickOut(policy)).isEmpty();
    engine.database.execute(
        "update gate_partition set refilled_at = now() - interval '1 day' where policy_id > 0");
    engine.database.execute("update waiter set wake_at = now()");
    engine.settle(engine.tickOut(policy), Outcome.SUCCESS);
    engine.tickOut(policy);
    engine.database.execute(
        "update gate_partition set refilled_at = now() - interval '2 days' where policy_id > 0");
    twoDaysPass();
    upkeep.collect();
    assertThat(rows("gate_partition where policy_id > 0")).as("full again").isZero();
  }

  @Test
  void what_an_adaptive_gate_learned_is_kept_for_a_day() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: a, type: adaptiveConcurrency, key: '${k}', initialMax: 3, targetLag: PT1S, min: 1}]}");
    run(policy, "x");
    twoDaysPass();
    upkeep.collect();
    assertThat(rows("gate_partition where policy_id > 0")).isEqualTo(1);
    engine.database.execute(
        "update gate_partition set observed_at = now() - interval '25 hours' where policy_id > 0");
    upkeep.collect();
    assertThat(rows("gate_partition where policy_id > 0")).isZero();
  }

  @Test
  void i_159_a_paused_partition_is_kept() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    run(policy, "x");
    run(policy, "y");
    engine.database.execute(
        "alter table gate_partition add column if not exists paused boolean not null default false");
    engine.database.execute(
        "update gate_partition set paused = true where policy_id > 0 and key = 'x'");
    twoDaysPass();
    upkeep.collect();
    assertThat(
            engine.number("select count(*) from gate_partition where policy_id > 0 and key = 'x'"))
        .isEqualTo(1);
    assertThat(
            engine.number("select count(*) from gate_partition where policy_id > 0 and key = 'y'"))
        .isZero();
  }

  @Test
  void a_stager_that_did_not_see_the_mark_keeps_the_lane() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w, fairness: {key: '${k}'}}");
    run(policy, "x");
    twoDaysPass();
    try (Connection open = engine.database.connect()) {
      open.setAutoCommit(false);
      engine.stageOpen(open, Engine.jobs(1, "p", Map.of("k", "x")));
      upkeep.collect();
      assertThat(rows("lane")).as("a transaction older than the fence is under way").isEqualTo(1);
      assertThat(rows("retiring")).isEqualTo(1);
      open.commit();
    }
    upkeep.collect();
    assertThat(rows("lane")).isEqualTo(1);
    assertThat(rows("retiring")).isZero();
    assertThat(engine.tickOut(policy)).hasSize(1);
  }

  @Test
  void a_stager_that_comes_after_the_mark_takes_it_away() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w, fairness: {key: '${k}'}}");
    run(policy, "x");
    twoDaysPass();
    upkeep.round("mark-lanes", "fence-marks");
    assertThat(rows("retiring")).isEqualTo(1);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x")));
    assertThat(engine.conflicts).hasValue(1);
    assertThat(rows("retiring")).isZero();
    upkeep.round("collect-lanes");
    assertThat(rows("lane")).isEqualTo(1);
    assertThat(engine.tickOut(policy)).hasSize(1);
  }

  @Test
  void figures_of_a_policy_that_is_gone_are_not_written_and_what_slipped_through_is_collected()
      throws SQLException {
    int gone = engine.policy("{policy: p, destination: w}");
    int other = engine.policy("{policy: q, destination: w}");
    List<AdmittedJob> jobs = run(gone, "k");
    engine.database.execute("delete from policy_version where policy_id = " + gone);
    engine.database.execute("delete from policy where id = " + gone);
    engine.forget("p");
    assertThat(engine.settle(jobs, Outcome.SUCCESS).stale()).isEqualTo(1);
    assertThat(rows("tally")).isZero();
    engine.database.execute(
        "insert into tally (policy_id, stale) select p, 1 from unnest(array[%d, %d, %d, 2000000]) p"
            .formatted(gone, gone, other));
    upkeep.round("collect-tallies");
    assertThat(rows("tally")).isEqualTo(1);
    assertThat(rows("tally where policy_id = " + other)).isEqualTo(1);
  }
}
