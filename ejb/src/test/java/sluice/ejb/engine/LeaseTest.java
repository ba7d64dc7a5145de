package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.sql.SqlStatement;

/** Who keeps a lease, who loses it, and that it is lost once. */
class LeaseTest {
  private static final SqlStatement RENEW_LEASES = SqlStatement.named("settle/renew_leases");
  private static final long LEASE_MS = 1_000;

  private final Engine engine = new Engine();

  private int policy(int max) throws SQLException {
    return engine.policy(
        "{policy: p, destination: w, lease: PT1S, retry: {maxAttempts: 9, backoff: PT0.001S}, gates: [{name: c, type: concurrency, max: %d}]}"
            .formatted(max));
  }

  private void beat(int policy, long job, int attempt) {
    engine.inTransaction(connection ->
        RENEW_LEASES
            .on(connection)
            .bigints("ids", new long[] {job})
            .integers("attempts", new int[] {attempt})
            .integers("policies", new int[] {policy})
            .bigints("leases_ms", new long[] {LEASE_MS})
            .update());
  }

  private void awaitLoss() {
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.reap().settled() > 0);
  }

  private AdmittedJob awaitNextAttempt(int policy) {
    List<AdmittedJob> next = new ArrayList<>();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          engine.promote();
          next.addAll(engine.tickOut(policy));
          return !next.isEmpty();
        });
    return next.getFirst();
  }

  @Test
  void b31_after_an_outage_only_attempts_from_before_it_get_more_time() throws SQLException {
    int policy = policy(1);
    engine.stage(Engine.jobs(1, "p", Map.of()));
    AdmittedJob job = engine.tickOut(policy).getFirst();
    Instant admitted =
        Instant.ofEpochMilli(
            engine.number(
                "select (extract(epoch from admitted_at) * 1000)::bigint from job where id = "
                    + job.id()));
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            engine.number("select count(*) from job where lease_expires_at < clock_timestamp()")
                == 1);
    assertThat(engine.reap(admitted.plusSeconds(1)).settled()).isZero();
    assertThat(engine.reap(admitted.minusSeconds(1)).settled()).isEqualTo(1);
  }

  @Test
  void b09_and_i_150_an_attempt_whose_heartbeats_come_is_kept_however_long_it_runs()
      throws SQLException {
    int policy = policy(1);
    engine.stage(Engine.jobs(1, "p", Map.of()));
    AdmittedJob job = engine.tickOut(policy).getFirst();
    long begin = System.nanoTime();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> {
          assertThat(engine.reap().settled()).isZero();
          beat(policy, job.id(), job.attempt());
          return System.nanoTime() - begin > 3 * LEASE_MS * 1_000_000;
        });
    assertThat(engine.settle(List.of(job), Outcome.SUCCESS).settled()).isEqualTo(1);
    assertThat(engine.leakedSlots()).isZero();
  }

  @Test
  void i_154_a_worker_that_falls_silent_gives_its_slot_back_when_the_lease_ends()
      throws SQLException {
    int policy = policy(1);
    engine.stage(Engine.jobs(2, "p", Map.of()));
    AdmittedJob job = engine.tickOut(policy).getFirst();
    beat(policy, job.id(), job.attempt());
    assertThat(engine.reap().settled()).isZero();
    awaitLoss();
    assertThat(engine.tickOut(policy)).as("the slot is free").hasSize(1);
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void b09_the_heartbeat_of_a_lost_attempt_keeps_no_other_alive() throws SQLException {
    int policy = policy(1);
    engine.stage(Engine.jobs(1, "p", Map.of()));
    AdmittedJob first = engine.tickOut(policy).getFirst();
    awaitLoss();
    AdmittedJob second = awaitNextAttempt(policy);
    assertThat(second.attempt()).isEqualTo(2);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          beat(policy, first.id(), first.attempt());
          return engine.reap().settled() > 0;
        });
    assertThat(awaitNextAttempt(policy).attempt()).isEqualTo(3);
    assertThat(engine.leakedSlots()).isZero();
  }

  @Test
  void b41_four_nodes_that_reap_at_once_lose_each_attempt_once() throws Exception {
    int policy = policy(100);
    engine.stage(Engine.jobs(100, "p", Map.of()));
    assertThat(engine.tickOut(policy)).hasSize(100);
    int[] lost = {0};
    try (ExecutorService nodes = Executors.newFixedThreadPool(4)) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> {
            List<Future<Integer>> rounds = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
              rounds.add(nodes.submit(() -> engine.reap().settled()));
            }
            for (Future<Integer> round : rounds) {
              lost[0] += round.get();
            }
            return lost[0] >= 100;
          });
    }
    assertThat(lost[0]).isEqualTo(100);
    assertThat(engine.number("select in_flight from gate_partition where gate = 'c'")).isZero();
    assertThat(engine.missing(policy)).isZero();
    HashSet<Long> again = new HashSet<>();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          engine.promote();
          engine.tickOut(policy).forEach(job -> again.add(job.id()));
          return again.size() == 100;
        });
  }
}
