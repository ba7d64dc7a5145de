package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;

/** Field cases B07 and B08: policies that change while their jobs are in flight. */
class ChangedPolicyTest {
  private final Engine engine = new Engine();

  @AfterEach
  void counts_are_right() throws SQLException {
    assertThat(engine.leakedSlots()).isZero();
  }

  private int capped(String max) throws SQLException {
    return gates("{name: cap, type: concurrency, key: '${k}', max: " + max + "}");
  }

  private int gates(String gates) throws SQLException {
    return engine.policy("{policy: p, destination: w, gates: [" + gates + "]}");
  }

  private long inFlight() throws SQLException {
    return engine.number("select count(*) from job where state = 'admitted'");
  }

  @Test
  void b07_limits_go_up_and_down_while_jobs_are_in_flight() throws SQLException {
    int policy = capped("10");
    engine.stage(Engine.jobs(60, "p", Map.of("k", "x")));
    List<AdmittedJob> held = new ArrayList<>(engine.tickOut(policy));
    assertThat(held).hasSize(10);
    capped("3");
    assertThat(engine.tickOut(policy)).isEmpty();
    engine.settle(held.subList(0, 7), Outcome.SUCCESS);
    assertThat(engine.tickOut(policy)).as("still 3 of 3").isEmpty();
    capped("6");
    assertThat(engine.tickOut(policy)).as("filled with no other event").hasSize(3);
    capped("0");
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(inFlight()).isEqualTo(6);
    gates("");
    assertThat(engine.tickOut(policy)).as("no gate, no limit").hasSize(47);
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void b07_a_gate_that_is_removed_and_added_again_counts_what_was_admitted_meanwhile()
      throws SQLException {
    int policy = capped("2");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    List<AdmittedJob> before = engine.tickOut(policy);
    gates("");
    engine.stage(Engine.jobs(3, "p", Map.of("k", "x")));
    List<AdmittedJob> meanwhile = engine.tickOut(policy);
    assertThat(meanwhile).hasSize(3);
    engine.stage(Engine.jobs(5, "p", Map.of("k", "x")));
    capped("3");
    assertThat(engine.tickOut(policy)).isEmpty();
    assertThat(
            engine.number(
                "select in_flight from gate_partition where policy_id > 0 and gate = 'cap'"))
        .isEqualTo(5);
    engine.settle(before, Outcome.SUCCESS);
    assertThat(engine.tickOut(policy)).as("3 of 3").isEmpty();
    engine.settle(meanwhile.subList(0, 1), Outcome.SUCCESS);
    assertThat(engine.tickOut(policy)).hasSize(1);
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void b07_a_gate_that_is_new_counts_what_is_in_flight() throws SQLException {
    int policy = gates("");
    engine.stage(Engine.jobs(4, "p", Map.of("k", "x")));
    engine.stage(Engine.jobs(1, "p", Map.of("k", "y")));
    engine.tickOut(policy);
    capped("3");
    engine.stage(Engine.jobs(4, "p", Map.of("k", "x")));
    engine.stage(Engine.jobs(4, "p", Map.of("k", "y")));
    assertThat(engine.tickOut(policy)).as("x is over, y has room for two").hasSize(2);
  }

  @Test
  void b07_a_paused_policy_counts_anew_too() throws SQLException {
    int policy = gates("");
    engine.stage(Engine.jobs(4, "p", Map.of("k", "x")));
    engine.tickOut(policy);
    engine.database.execute("update policy set paused = true");
    capped("4");
    engine.tickOut(policy);
    assertThat(engine.number("select in_flight from gate_partition where policy_id > 0"))
        .isEqualTo(4);
  }

  @Test
  void b08_two_throttles_of_one_policy_hold_together() throws SQLException {
    int policy =
        gates(
            "{name: minute, type: throttle, rate: 10, period: PT1M}, {name: hour, type: throttle, rate: 100, period: PT1H}");
    engine.stage(Engine.jobs(500, "p", Map.of()));
    assertThat(engine.tickOut(policy)).hasSize(10);
    assertThat(
            engine.number(
                "select tokens from gate_partition where policy_id > 0 and gate = 'hour'"))
        .isEqualTo(90);
  }

  @Test
  void b08_renamed_swapped_and_moved_gates_forget_nobody_in_flight() throws SQLException {
    int policy =
        gates(
            "{name: rate, type: throttle, key: '${k}', rate: 5, period: PT1H}, {name: cap, type: concurrency, key: '${k}', max: 5}");
    engine.stage(Engine.jobs(20, "p", Map.of("k", "x")));
    assertThat(engine.tickOut(policy)).hasSize(5);
    gates(
        "{name: cap, type: concurrency, key: '${k}', max: 5}, {name: rate, type: throttle, key: '${k}', rate: 5, period: PT1H}");
    assertThat(engine.tickOut(policy)).as("swapped").isEmpty();
    gates(
        "{name: cap2, type: concurrency, key: '${k}', max: 5}, {name: rate, type: throttle, key: '${k}', rate: 5, period: PT1H}");
    assertThat(engine.tickOut(policy)).as("renamed").isEmpty();
    assertThat(
            engine.number(
                "select in_flight from gate_partition where policy_id > 0 and gate = 'cap2'"))
        .isEqualTo(5);
    gates("{name: cap2, type: concurrency, max: 5}");
    assertThat(engine.tickOut(policy)).as("for the whole policy").isEmpty();
    gates("{name: cap2, type: globalCap, max: 5}");
    assertThat(engine.tickOut(policy)).as("of another type").isEmpty();
  }

  @Test
  void a_job_in_flight_that_the_new_version_cannot_place_keeps_its_slots() throws SQLException {
    int policy = capped("5");
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x", "n", "text")));
    List<AdmittedJob> held = engine.tickOut(policy);
    gates("{name: cap, type: concurrency, key: '${k}', max: '${n}'}");
    engine.tickOut(policy);
    assertThat(engine.number("select in_flight from gate_partition where policy_id > 0"))
        .isEqualTo(1);
    assertThat(engine.settle(held, Outcome.SUCCESS).settled()).isEqualTo(1);
  }

  @Test
  void a_word_that_began_to_wait_before_a_tick_moved_its_job_is_heard() throws Exception {
    int other = engine.policy("{policy: q, destination: w}");
    engine.stage(Engine.jobs(1, "q", Map.of()));
    List<AdmittedJob> held = new ArrayList<>(engine.tickOut(other));
    int policy = gates("");
    engine.stage(Engine.jobs(1, "p", Map.of("k", "x")));
    held.addAll(engine.tickOut(policy));
    capped("2");
    ExecutorService settling = Executors.newSingleThreadExecutor();
    try (Connection first = engine.database.connect();
        Statement statement = first.createStatement()) {
      // The settlement's statement is older than the lane that the tick makes.
      first.setAutoCommit(false);
      statement.execute("select from job where id = " + held.get(0).id() + " for update");
      Future<Integer> settled =
          settling.submit(() -> engine.settle(held, Outcome.SUCCESS).settled());
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() ->
              engine.number(
                      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                  == 1);
      engine.tickOut(policy);
      assertThat(engine.number("select in_flight from gate_partition where policy_id > 0"))
          .isEqualTo(1);
      first.commit();
      assertThat(settled.get(20, TimeUnit.SECONDS)).isEqualTo(2);
    } finally {
      settling.shutdownNow();
    }
    assertThat(engine.number("select in_flight from gate_partition where policy_id > 0")).isZero();
  }
}
