package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;

/** A counter that is not what the rows say is found, mended and written down. */
class AuditorTest {
  private final Engine engine = new Engine();
  private final Upkeep upkeep = new Upkeep(engine, Duration.ofDays(1));
  private int policy;
  private List<AdmittedJob> inFlight = List.of();

  @BeforeEach
  void some_of_everything() throws SQLException {
    policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${k}'}, retry: {maxAttempts: 1}, gates: [{name: c, type: concurrency, key: '${k}', max: 3}]}");
    for (String key : List.of("a", "b")) {
      engine.stage(Engine.jobs(6, "p", Map.of("k", key)));
    }
    inFlight = engine.tickOut(policy);
    engine.settle(inFlight.subList(0, 1), Outcome.FAILURE);
    engine.settle(inFlight.subList(1, 2), Outcome.LATER);
    engine.tickOut(policy);
    engine.stage(Engine.jobs(2, "p", Map.of("k", "a")));
    assertThat(upkeep.audit()).as("before anything is corrupted").isZero();
  }

  private long mendings(String subject) throws SQLException {
    return engine.number(
        "select count(*) from audit where action = 'auditor.mend' and actor = 'sluice:auditor' and subject like '%s%%'"
            .formatted(subject));
  }

  @Test
  void slots_that_leaked_are_given_back_and_who_waits_goes() throws SQLException {
    engine.settle(inFlight.subList(2, 6), Outcome.SUCCESS);
    long held = engine.number("select sum(in_flight) from gate_partition where policy_id > 0");
    assertThat(held).isEqualTo(2);
    engine.database.execute("update gate_partition set in_flight = 3 where policy_id > 0");
    assertThat(engine.tickOut(policy)).as("full, says the counter").isEmpty();
    assertThat(upkeep.audit()).isEqualTo(6 - held);
    assertThat(mendings("partition:")).isPositive();
    assertThat(engine.leakedSlots()).isZero();
    assertThat(engine.tickOut(policy)).hasSize(4);
    assertThat(upkeep.audit()).isZero();
  }

  @Test
  void a_slot_too_few_is_found_too() throws SQLException {
    engine.database.execute(
        "update gate_partition set in_flight = in_flight - 1 where policy_id > 0");
    assertThat(upkeep.audit()).isEqualTo(2);
    assertThat(engine.leakedSlots()).isZero();
    assertThat(mendings("partition:" + policy + "/c/")).isEqualTo(2);
    assertThat(engine.number("select mended from chore where name = 'check-slots'")).isEqualTo(2);
    assertThat(upkeep.audit()).isZero();
  }

  @Test
  void a_lane_that_tells_too_much_or_too_little_is_put_right_by_the_tick() throws SQLException {
    engine.database.execute(
        "update lane set pending = pending + 5 where id = (select min(id) from lane)");
    engine.database.execute(
        "update lane set pending = 0, ready = false where id = (select max(id) from lane)");
    upkeep.round("check-lanes");
    assertThat(mendings("lane:")).isEqualTo(2);
    engine.tickOut(policy);
    upkeep.audit();
    assertThat(upkeep.audit()).isZero();
    assertThat(
            engine.number(
                "select count(*) from lane l where pending <> (select count(*) from job where lane_id = l.id and state = 'pending')"))
        .isZero();
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void a_lane_that_nothing_would_wake_is_woken() throws SQLException {
    engine.settle(inFlight.subList(2, 6), Outcome.SUCCESS);
    engine.database.execute("delete from waiter");
    engine.database.execute(
        "update lane set blocked_by = null, ready = false where id = (select min(id) from lane)");
    engine.tick(policy, 500);
    engine.database.execute("delete from waiter");
    engine.database.execute("update lane set ready = false");
    assertThat(engine.tickOut(policy)).isEmpty();
    upkeep.round("check-lanes");
    assertThat(mendings("lane:")).isPositive();
    assertThat(engine.tickOut(policy)).isNotEmpty();
    assertThat(upkeep.audit()).isZero();
  }

  @Test
  void figures_of_a_policy_are_put_right() throws SQLException {
    engine.database.execute(
        "update policy set pending = pending + 7, scheduled = scheduled - 1, in_flight = 0, dead = dead + 2");
    assertThat(upkeep.audit()).isPositive();
    assertThat(mendings("policy:p")).isEqualTo(4);
    assertThat(upkeep.audit()).isZero();
    engine.tickOut(policy);
    assertThat(engine.missing(policy)).isZero();
  }

  @Test
  void a_missing_job_is_told_and_not_papered_over() throws SQLException {
    engine.database.execute("update policy set accepted = accepted + 1");
    assertThat(upkeep.audit()).isEqualTo(1);
    assertThat(upkeep.audit()).isEqualTo(1);
    assertThat(mendings("policy:p")).isZero();
  }
}
