package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;

/** Settlement teaches the self-tuning limit, and the limit keeps what it last changed by. */
class AdaptiveSettlementTest {
  private final Engine engine = new Engine();

  private int policy(String settings) throws SQLException {
    return engine.policy(
        "{policy: p, destination: w, retry: {maxAttempts: 99}, gates: [{name: a, type: adaptiveConcurrency, key: '${k}', targetLag: PT1S, "
            + settings
            + "}]}");
  }

  private List<AdmittedJob> admit(int policy, int jobs) {
    engine.stage(Engine.jobs(jobs, "p", Map.of("k", "x")));
    return engine.tickOut(policy);
  }

  /** Ends an attempt that began so long after its admission, however long this test took. */
  private void end(AdmittedJob job, Outcome outcome, long lagMillis) throws SQLException {
    long admitted =
        engine.number(
            "select ceil(extract(epoch from admitted_at) * 1000) from job where id = " + job.id());
    engine.settleAll(
        List.of(
            new Completion(
                new AttemptRef(job.id(), job.attempt()),
                outcome,
                Instant.ofEpochMilli(admitted + lagMillis),
                null,
                null)));
  }

  private long cap() throws SQLException {
    return engine.number("select current_max from gate_partition where policy_id > 0");
  }

  private boolean changed(int from, String cause) throws SQLException {
    return engine.number(
            "select count(*) from gate_partition where policy_id > 0 and cap_from = %d and cap_cause = '%s' and cap_changed_at > clock_timestamp() - interval '1 minute'"
                .formatted(from, cause))
        == 1;
  }

  private void nextWindow() throws SQLException {
    engine.database.execute(
        "update gate_partition set decreased_at = decreased_at - interval '10 s', observed_at = observed_at - interval '10 s' where policy_id > 0");
  }

  @Test
  void i_060_fast_successes_at_full_use_raise_the_cap_and_more_is_admitted() throws SQLException {
    int policy = policy("initialMax: 4");
    List<AdmittedJob> held = admit(policy, 40);
    assertThat(held).hasSize(4);
    end(held.get(0), Outcome.SUCCESS, 50);
    assertThat(cap()).isEqualTo(5);
    assertThat(changed(4, "GROWTH")).isTrue();
    assertThat(engine.tickOut(policy)).as("the slot and one more").hasSize(2);
    assertThat(engine.leakedSlots()).isZero();
  }

  @Test
  void i_070f_a_quiet_partition_does_not_grow() throws SQLException {
    int policy = policy("initialMax: 10");
    for (int i = 0; i < 20; i++) {
      end(admit(policy, 1).getFirst(), Outcome.SUCCESS, 0);
    }
    assertThat(cap()).isEqualTo(10);
    assertThat(
            engine.number(
                "select count(*) from gate_partition where policy_id > 0 and cap_cause is null"))
        .isEqualTo(1);
  }

  @Test
  void i_070e_and_i_061_the_lag_is_what_counts_and_lowers_the_cap() throws SQLException {
    int policy = policy("initialMax: 100");
    List<AdmittedJob> held = admit(policy, 100);
    end(held.get(0), Outcome.SUCCESS, 5_000);
    assertThat(engine.number("select ewma_lag_ms from gate_partition where policy_id > 0"))
        .isBetween(2_500L, 5_000L);
    assertThat(cap()).isEqualTo(95);
    assertThat(changed(100, "LAG")).isTrue();
    end(held.get(1), Outcome.SUCCESS, 5_000);
    assertThat(cap()).as("one decrease a window").isEqualTo(95);
    nextWindow();
    end(held.get(2), Outcome.SUCCESS, 5_000);
    assertThat(cap()).isEqualTo(90);
  }

  @Test
  void i_064_failures_halve_once_a_window_down_to_the_floor() throws SQLException {
    int policy = policy("initialMax: 10, min: 2");
    List<AdmittedJob> held = admit(policy, 10);
    List<Long> caps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      end(held.get(2 * i), Outcome.FAILURE, 0);
      end(held.get(2 * i + 1), Outcome.FAILURE, 0);
      caps.add(cap());
      nextWindow();
    }
    assertThat(caps).containsExactly(5L, 2L, 2L, 2L);
    assertThat(changed(5, "FAILURES")).isTrue();
  }

  @Test
  void one_failure_among_twenty_successes_lowers_nothing() throws SQLException {
    int policy = policy("initialMax: 30, max: 30");
    List<AdmittedJob> held = admit(policy, 30);
    engine.settle(held.subList(0, 20), Outcome.SUCCESS);
    end(held.get(20), Outcome.FAILURE, 0);
    assertThat(cap()).isEqualTo(30);
  }

  @Test
  void i_070a_with_nothing_in_flight_the_initial_jobs_go() throws SQLException {
    int policy = policy("initialMax: 4");
    engine.settle(admit(policy, 1), Outcome.SUCCESS);
    engine.database.execute("update gate_partition set current_max = 1 where policy_id > 0");
    assertThat(admit(policy, 10)).hasSize(4);
    assertThat(engine.tickOut(policy))
        .as("the valve is open only while none is in flight")
        .isEmpty();
  }

  @Test
  void i_070g_floor_start_and_ceiling_are_three_things() throws SQLException {
    int policy = policy("initialMax: 3, min: 2, max: 5");
    List<AdmittedJob> held = new ArrayList<>(admit(policy, 60));
    assertThat(held).as("starts at the start").hasSize(3);
    for (int i = 0; i < 8; i++) {
      end(held.removeFirst(), Outcome.SUCCESS, 0);
      held.addAll(engine.tickOut(policy));
    }
    assertThat(cap()).as("grows to the ceiling").isEqualTo(5);
    assertThat(held).hasSize(5);
    for (int i = 0; i < 4; i++) {
      end(held.removeFirst(), Outcome.FAILURE, 0);
      nextWindow();
    }
    assertThat(cap()).as("falls to the floor").isEqualTo(2);
  }

  @Test
  void a_later_teaches_nothing() throws SQLException {
    int policy = policy("initialMax: 4");
    end(admit(policy, 4).getFirst(), Outcome.LATER, 60_000);
    assertThat(cap()).isEqualTo(4);
    assertThat(engine.number("select sample_count from gate_partition where policy_id > 0"))
        .isZero();
  }

  @Test
  void i_070h_eight_settlements_at_once_count_eight_times() throws Exception {
    int policy = policy("initialMax: 40");
    List<AdmittedJob> held = admit(policy, 40);
    engine.database.execute("update gate_partition set current_max = 10 where policy_id > 0");
    try (ExecutorService workers = Executors.newFixedThreadPool(8)) {
      List<Future<?>> words = new ArrayList<>();
      held.subList(0, 8)
          .forEach(job ->
              words.add(
                  workers.submit(() -> {
                    end(job, Outcome.SUCCESS, 0);
                    return job;
                  })));
      for (Future<?> word : words) {
        word.get(20, TimeUnit.SECONDS);
      }
    }
    assertThat(cap()).isEqualTo(18);
    assertThat(engine.number("select sample_count from gate_partition where policy_id > 0"))
        .isEqualTo(8);
    assertThat(engine.leakedSlots()).isZero();
  }
}
