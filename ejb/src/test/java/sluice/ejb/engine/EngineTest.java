package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.admit.Ticker;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/**
 * One engine, one thread: what is staged goes through the gates in fair order and ends where it
 * should.
 */
class EngineTest {
  private final Engine engine = new Engine();

  @Test
  void a_job_goes_from_staged_to_finished() throws SQLException {
    int policy = engine.policy("{policy: p, destination: work.p}");
    List<StageResult> staged = engine.stage(Engine.jobs(3, "p", Map.of()));
    assertThat(staged).allMatch(r -> r instanceof StageResult.Staged);
    List<AdmittedJob> admitted = engine.tickOut(policy);
    assertThat(admitted).hasSize(3).allMatch(j -> j.attempt() == 1);
    engine.settle(admitted, Outcome.SUCCESS);
    engine.tickOut(policy);
    assertThat(engine.number("select finished from policy")).isEqualTo(3);
    assertThat(engine.number("select count(*) from finished_job where ending = 'finished'"))
        .isEqualTo(3);
    assertThat(engine.number("select count(*) from job")).isZero();
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void a_concurrency_gate_holds_its_limit_per_key_and_fills_again_when_slots_are_released()
      throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 3}]}");
    for (String key : List.of("a", "b", "c", "d")) {
      engine.stage(Engine.jobs(10, "p", Map.of("k", key)));
    }
    List<AdmittedJob> first = engine.tickOut(policy);
    assertThat(first).hasSize(12);
    assertThat(engine.number("select max(in_flight) from gate_partition where gate = 'c'"))
        .isEqualTo(3);
    assertThat(engine.tickOut(policy)).isEmpty();
    engine.settle(first.subList(0, 5), Outcome.SUCCESS);
    assertThat(engine.tickOut(policy)).hasSize(5);
    assertThat(engine.number("select max(in_flight) from gate_partition where gate = 'c'"))
        .isEqualTo(3);
    assertThat(engine.leakedSlots()).isZero();
  }

  @Test
  void a_global_cap_ends_the_tick_and_opens_with_each_release() throws SQLException {
    int policy =
        engine.policy("{policy: p, destination: w, gates: [{name: g, type: globalCap, max: 5}]}");
    engine.stage(Engine.jobs(20, "p", Map.of()));
    List<AdmittedJob> first = engine.tickOut(policy);
    assertThat(first).hasSize(5);
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(engine.number("select count(*) from waiter where wake_at is null")).isEqualTo(1);
    engine.settle(first.subList(0, 2), Outcome.SUCCESS);
    assertThat(engine.number("select count(*) from waiter where wake_at <= clock_timestamp()"))
        .isEqualTo(1);
    assertThat(engine.tickOut(policy)).hasSize(2);
  }

  @Test
  void a_throttle_lets_its_burst_go_and_says_when_to_ask_again() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: t, type: throttle, key: '${k}', rate: 10, period: PT1H, burst: 4}]}");
    engine.stage(Engine.jobs(10, "p", Map.of("k", "x")));
    assertThat(engine.tickOut(policy)).hasSize(4);
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(engine.number("select extract(epoch from wake_at - now()) from waiter"))
        .isBetween(350L, 360L);
    assertThat(engine.number("select count(*) from lane where ready")).isZero();
  }

  @Test
  void a_job_that_one_gate_refuses_pays_no_other_gate() throws SQLException {
    int policy =
        engine.policy(
            """
            policy: p
            destination: w
            gates:
              - {name: t, type: throttle, key: '${k}', rate: 100, period: PT1H}
              - {name: c, type: concurrency, key: '${k}', max: 2}
            """);
    engine.stage(Engine.jobs(10, "p", Map.of("k", "x")));
    assertThat(engine.tickOut(policy)).hasSize(2);
    assertThat(engine.number("select tokens from gate_partition where gate = 't'")).isEqualTo(98);
  }

  @Test
  void a_cold_tenant_goes_at_once_behind_a_hot_ones_backlog() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${tenant}'}, gates: [{name: g, type: globalCap, max: 20}]}");
    engine.stage(Engine.jobs(1_000, "p", Map.of("tenant", "hot")));
    List<AdmittedJob> hot = engine.tickOut(policy);
    assertThat(hot).hasSize(20);
    for (int i = 0; i < 20; i++) {
      engine.stage(Engine.jobs(2, "p", Map.of("tenant", "cold" + i)));
    }
    engine.settle(hot, Outcome.SUCCESS);
    engine.tickOut(policy);
    assertThat(
            engine.number(
                "select count(distinct l.share_id) from job j join lane l on l.id = j.lane_id where j.state = 'admitted'"))
        .isGreaterThanOrEqualTo(20);
  }

  @Test
  void weights_share_an_endless_backlog_in_proportion() {
    int policy = 0;
    try {
      policy =
          engine.policy(
              "{policy: p, destination: w, fairness: {key: '${t}', weight: '${w}'}, gates: [{name: g, type: globalCap, max: 80}]}");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    engine.stage(Engine.jobs(600, "p", Map.of("t", "one", "w", 1)));
    engine.stage(Engine.jobs(600, "p", Map.of("t", "two", "w", 2)));
    engine.stage(Engine.jobs(600, "p", Map.of("t", "five", "w", 5)));
    Map<Long, Integer> byLane = new HashMap<>();
    int total = 0;
    while (total < 800) {
      List<AdmittedJob> admitted = engine.tickOut(policy);
      total += admitted.size();
      countByTenant(admitted, byLane);
      engine.settle(admitted, Outcome.SUCCESS);
    }
    assertThat(byLane.values().stream().sorted().toList()).containsExactly(100, 200, 500);
  }

  private void countByTenant(List<AdmittedJob> admitted, Map<Long, Integer> byLane) {
    String ids =
        admitted.stream().map(j -> String.valueOf(j.id())).collect(Collectors.joining(","));
    try (var c = engine.database.connect();
        var s = c.createStatement();
        var r =
            s.executeQuery(
                "select lane_id, count(*) from job where id in (" + ids + ") group by 1")) {
      while (r.next()) {
        byLane.merge(r.getLong(1), r.getInt(2), Integer::sum);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_failed_attempt_is_scheduled_and_promoted_and_at_the_end_dead() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, retry: {maxAttempts: 2, backoff: PT0.001S}, gates: [{name: c, type: concurrency, max: 1}]}");
    engine.stage(Engine.jobs(1, "p", Map.of()));
    List<AdmittedJob> first = engine.tickOut(policy);
    engine.settle(first, Outcome.FAILURE);
    assertThat(engine.number("select count(*) from job where state = 'scheduled'")).isEqualTo(1);
    assertThat(engine.leakedSlots()).isZero();
    await(() -> engine.promote() == 1);
    List<AdmittedJob> second = engine.tickOut(policy);
    assertThat(second).hasSize(1).allMatch(j -> j.attempt() == 2);
    assertThat(engine.settle(first, Outcome.SUCCESS).stale()).isEqualTo(1);
    engine.settle(second, Outcome.FAILURE);
    engine.tickOut(policy);
    assertThat(engine.number("select count(*) from dead_job where cause = 'OUT_OF_ATTEMPTS'"))
        .isEqualTo(1);
    assertThat(engine.number("select dead from policy")).isEqualTo(1);
    assertThat(engine.missing(policy)).isZero();
    assertThat(engine.leakedSlots()).isZero();
  }

  @Test
  void a_later_uses_no_attempt_but_a_new_number() throws SQLException {
    int policy =
        engine.policy("{policy: p, destination: w, retry: {maxAttempts: 1, backoff: PT0.001S}}");
    engine.stage(Engine.jobs(1, "p", Map.of()));
    engine.settle(engine.tickOut(policy), Outcome.LATER);
    await(() -> engine.promote() == 1);
    assertThat(engine.tickOut(policy)).hasSize(1).allMatch(j -> j.attempt() == 2);
    assertThat(engine.number("select failures from job")).isZero();
  }

  @Test
  void a_lost_attempt_frees_its_slot() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, lease: PT1S, gates: [{name: c, type: concurrency, max: 1}]}");
    engine.stage(Engine.jobs(1, "p", Map.of()));
    engine.tickOut(policy);
    await(() -> engine.reap().settled() == 1);
    assertThat(engine.leakedSlots()).isZero();
    assertThat(engine.number("select failures from job where state = 'scheduled'")).isEqualTo(1);
  }

  @Test
  void the_same_intake_message_is_staged_once_also_after_its_job_is_over() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w}");
    List<StageRequest> batch = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      batch.add(Engine.job("p", new StageRequest.Keys("default", null, null, "ID:" + i), Map.of()));
    }
    UUID session = UUID.randomUUID();
    engine.stage(batch, session);
    assertThat(engine.stage(batch, UUID.randomUUID()))
        .allMatch(r -> r instanceof StageResult.Redelivered);
    engine.settle(engine.tickOut(policy), Outcome.SUCCESS);
    assertThat(engine.stage(batch, UUID.randomUUID()))
        .allMatch(r -> r instanceof StageResult.Redelivered);
    assertThat(engine.number("select count(*) from finished_job")).isEqualTo(5);
    assertThat(engine.number("select count(*) from job")).isZero();
  }

  @Test
  void a_key_that_is_alive_makes_a_duplicate_with_the_living_jobs_id() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w, dedupeKey: '${event}'}");
    List<StageResult> results =
        engine.stage(
            List.of(
                Engine.job("p", Map.of("event", "b")),
                Engine.job("p", Map.of("event", "a")),
                Engine.job("p", Map.of("event", "b"))));
    long first = ((StageResult.Staged) results.get(0)).id();
    assertThat(results.get(2)).isEqualTo(new StageResult.Duplicate(first));
    engine.settle(engine.tickOut(policy), Outcome.SUCCESS);
    assertThat(engine.stage(List.of(Engine.job("p", Map.of("event", "b")))))
        .allMatch(r -> r instanceof StageResult.Staged);
  }

  @Test
  void a_tick_of_500_admissions_takes_few_statements() throws SQLException {
    int policy =
        engine.policy(
            """
            policy: p
            destination: w
            fairness: {key: '${t}'}
            gates:
              - {name: t, type: throttle, key: '${t}', rate: 100, period: PT1S}
              - {name: c, type: concurrency, key: '${t}', max: 50}
              - {name: g, type: globalCap, max: 10000}
            """);
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      jobs.add(Engine.job("p", Map.of("t", "tenant" + i % 100)));
    }
    engine.stage(jobs);
    List<String> trips = engine.tripsOfTick(policy, 500);
    assertThat(engine.number("select in_flight from policy")).isEqualTo(500);
    assertThat(trips).hasSizeLessThanOrEqualTo(Ticker.MOST_TRIPS);
    assertThat(trips.stream().mapToInt(Engine::statements).sum())
        .isBetween(10, Ticker.MOST_STATEMENTS);
  }

  @Test
  void a_settled_batch_takes_three_trips_once_its_lanes_are_known() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${t}', max: 5}]}");
    List<Map<String, Object>> tenants = List.of(Map.of("t", "a"), Map.of("t", "b"));
    tenants.forEach(t -> engine.stage(Engine.jobs(20, "p", t)));
    assertThat(engine.tripsOfSettling(engine.tickOut(policy), Outcome.SUCCESS)).hasSize(4);
    assertThat(engine.tripsOfSettling(engine.tickOut(policy), Outcome.SUCCESS)).hasSize(3);
    assertThat(engine.tripsOfSettling(engine.tickOut(policy), Outcome.FAILURE)).hasSize(4);
  }

  @Test
  void a_changed_key_moves_what_waits_and_admits_nothing_by_the_old_rule() throws SQLException {
    int policy =
        engine.policy("{policy: p, destination: w, gates: [{name: c, type: concurrency, max: 1}]}");
    for (int i = 0; i < 6; i++) {
      engine.stage(Engine.jobs(2, "p", Map.of("k", "k" + i)));
    }
    assertThat(engine.tickOut(policy)).hasSize(1);
    engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    List<AdmittedJob> admitted = engine.tickOut(policy);
    admitted.addAll(engine.tickOut(policy));
    assertThat(admitted).as("one a key, and one of k0 is in flight already").hasSize(5);
    assertThat(
            engine.number(
                "select count(*) from lane where keying_version = 1 and (ready or pending > 0)"))
        .isZero();
    assertThat(engine.missing(policy)).isZero();
    assertThat(engine.leakedSlots()).isZero();
  }

  @Test
  void a_raised_limit_fills_with_no_other_event() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 2}]}");
    engine.stage(Engine.jobs(10, "p", Map.of("k", "x")));
    assertThat(engine.tickOut(policy)).hasSize(2);
    engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 7}]}");
    assertThat(engine.tickOut(policy)).hasSize(5);
    engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 0}]}");
    assertThat(engine.tickOut(policy)).isEmpty();
  }

  @Test
  void an_expired_job_is_never_admitted() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w}");
    StageRequest job = Engine.job("p", Map.of());
    engine.stage(
        List.of(
            new StageRequest(
                "p", job.keys(), null, java.time.Instant.now().minusSeconds(1), job.message())));
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(engine.expire()).isEqualTo(1);
    engine.tickOut(policy);
    assertThat(engine.number("select expired from policy")).isEqualTo(1);
    assertThat(engine.number("select pending from policy")).isZero();
    assertThat(engine.missing(policy)).isZero();
  }

  private static void await(java.util.concurrent.Callable<Boolean> condition) {
    org.awaitility.Awaitility.await().atMost(java.time.Duration.ofSeconds(20)).until(condition);
  }
}
