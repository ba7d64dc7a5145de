package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;

/** A namespace's ceiling over all policies. BEHAVIOUR.md H.2, H.3, I.8 and D29 to D34. */
class EngineQuotaTest {
  private final Engine engine = new Engine();
  private int mail;
  private int calls;

  @BeforeEach
  void two_policies() throws SQLException {
    mail = engine.policy("{policy: mail, destination: work.mail}");
    calls = engine.policy("{policy: calls, destination: work.calls}");
  }

  @AfterEach
  void every_slot_is_held_by_a_job() throws SQLException {
    assertThat(engine.leakedSlots()).isZero();
  }

  private long inFlight(String namespace) throws SQLException {
    return engine.number("select in_flight from namespace_state where name = '" + namespace + "'");
  }

  @Test
  void i_208_one_ceiling_holds_over_two_policies_and_what_waits_does_not_count()
      throws SQLException {
    engine.ceiling("acme", 5);
    engine.stage(Engine.jobsOf("acme", 20, "mail"));
    engine.stage(Engine.jobsOf("acme", 20, "calls"));
    List<AdmittedJob> first = engine.tickOut(mail, 3);
    assertThat(first).hasSize(5);
    assertThat(engine.tickOut(calls)).isEmpty();
    assertThat(engine.number("select count(*) from job where state = 'pending'")).isEqualTo(35);
    assertThat(engine.number("select sum(lanes) from denial_minute where reason = 'QUOTA'"))
        .isPositive();
    engine.settle(first.subList(0, 2), Outcome.SUCCESS);
    assertThat(engine.tickOut(calls)).as("slots that the other policy released").hasSize(2);
    assertThat(engine.tickOut(mail)).isEmpty();
  }

  @Test
  void i_211_under_a_ceiling_all_jobs_go_exactly_once() throws SQLException {
    engine.ceiling("acme", 3);
    engine.stage(Engine.jobsOf("acme", 6, "mail"));
    List<Long> gone = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      List<AdmittedJob> admitted = engine.tickOut(mail);
      assertThat(admitted).hasSize(3);
      admitted.forEach(job -> gone.add(job.id()));
      engine.settle(admitted, Outcome.SUCCESS);
    }
    assertThat(gone).hasSize(6).doesNotHaveDuplicates();
  }

  @Test
  void i_214_without_ceilings_everything_goes() {
    engine.stage(Engine.jobsOf("acme", 10, "mail"));
    engine.stage(Engine.jobsOf("zenith", 10, "mail"));
    assertThat(engine.tickOut(mail)).hasSize(20);
  }

  @Test
  void i_234_a_slot_is_held_until_the_result_so_that_a_ceiling_above_the_budget_binds() {
    engine.ceiling("acme", 64);
    engine.stage(Engine.jobsOf("acme", 200, "mail"));
    int admitted = 0;
    for (int sweep = 0; sweep < 4; sweep++) {
      admitted += Objects.requireNonNull(engine.tick(mail, 16).batch()).jobs().size();
    }
    assertThat(admitted).isEqualTo(64);
    assertThat(engine.tickOut(mail)).isEmpty();
  }

  @Test
  void i_236_in_flight_is_shown_for_every_namespace_without_counting_jobs() throws SQLException {
    engine.stage(Engine.jobsOf("alpha", 7, "mail"));
    engine.ceiling("alpha", 2);
    engine.stage(Engine.jobsOf("beta", 1, "calls"));
    assertThat(engine.ceiling("gamma", null)).as("minted by hand").isTrue();
    engine.tickOut(mail);
    engine.tickOut(calls);
    assertThat(inFlight("alpha")).isEqualTo(2);
    assertThat(inFlight("beta")).isEqualTo(1);
    assertThat(inFlight("gamma")).isZero();
    assertThat(engine.number("select count(*) from namespace where origin = 'manual'")).isOne();
  }

  @Test
  void i_244_ceiling_0_suspends_and_another_one_wakes_what_waits_within_one_tick()
      throws SQLException {
    engine.ceiling("acme", 0);
    engine.stage(Engine.jobsOf("acme", 10, "mail"));
    engine.stage(Engine.jobsOf("zenith", 3, "mail"));
    assertThat(engine.tickOut(mail)).allMatch(j -> j.labels().namespace().equals("zenith"));
    assertThat(engine.number("select count(*) from lane where ready")).isZero();
    engine.ceiling("acme", 4);
    assertThat(Objects.requireNonNull(engine.tick(mail, 500).batch()).jobs()).hasSize(4);
    engine.ceiling("acme", null);
    assertThat(Objects.requireNonNull(engine.tick(mail, 500).batch()).jobs()).hasSize(6);
  }

  @Test
  void i_244_a_change_is_audited_with_before_and_after_and_no_change_is_not() throws SQLException {
    engine.ceiling("acme", 7);
    engine.ceiling("acme", 7);
    engine.ceiling("acme", null);
    assertThat(engine.number("select count(*) from audit")).isEqualTo(2);
    assertThat(
            engine.number(
                """
                select count(*) from audit where actor = 'ann' and reason = 'because' and subject = 'namespace:acme'
                and action = 'namespace.ceiling' and before = '{"maxInFlight": 7}' and after = '{"maxInFlight": null}'\
                """))
        .isOne();
  }

  @Test
  void what_was_in_flight_before_there_was_a_ceiling_counts() throws SQLException {
    engine.stage(Engine.jobsOf("acme", 6, "mail"));
    List<AdmittedJob> held = engine.tickOut(mail);
    assertThat(held).hasSize(6);
    engine.stage(Engine.jobsOf("acme", 6, "calls"));
    engine.ceiling("acme", 4);
    assertThat(engine.tickOut(calls)).isEmpty();
    engine.settle(held.subList(0, 2), Outcome.SUCCESS);
    assertThat(engine.tickOut(calls)).as("at the ceiling").isEmpty();
    assertThat(inFlight("acme")).as("a lower ceiling ends nothing").isEqualTo(4);
    engine.settle(held.subList(2, 3), Outcome.SUCCESS);
    assertThat(engine.tickOut(calls)).hasSize(1);
  }

  @Test
  void the_platforms_default_holds_where_there_is_no_own_ceiling_and_a_new_one_wakes_at_start()
      throws SQLException {
    engine.platformCeiling(2);
    engine.ceiling("zenith", 3);
    engine.stage(Engine.jobsOf("acme", 9, "mail"));
    engine.stage(Engine.jobsOf("zenith", 9, "mail"));
    assertThat(engine.tickOut(mail)).hasSize(5);
    assertThat(inFlight("acme")).isEqualTo(2);
    engine.platformCeiling(5);
    assertThat(engine.tickOut(mail)).hasSize(3);
    assertThat(inFlight("zenith")).isEqualTo(3);
    assertThat(engine.number("select count(*) from gate_partition where max = 2 or max = 5"))
        .as("the default is written nowhere")
        .isZero();
  }

  @Test
  void a_version_with_other_keys_keeps_the_count() throws SQLException {
    engine.ceiling("acme", 3);
    engine.stage(Engine.jobsOf("acme", 8, "mail"));
    List<AdmittedJob> held = engine.tickOut(mail);
    assertThat(held).hasSize(3);
    engine.policy(
        "{policy: mail, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 9}]}");
    assertThat(engine.tickOut(mail)).isEmpty();
    engine.settle(held, Outcome.SUCCESS);
    assertThat(engine.tickOut(mail)).hasSize(3);
    assertThat(inFlight("acme")).isEqualTo(3);
  }

  @Test
  void a_lost_attempt_and_one_put_off_give_their_slots_back() throws SQLException {
    engine.ceiling("acme", 2);
    engine.stage(Engine.jobsOf("acme", 6, "mail"));
    engine.settle(engine.tickOut(mail), Outcome.LATER);
    assertThat(inFlight("acme")).isZero();
    assertThat(engine.tickOut(mail)).hasSize(2);
    engine.database.execute(
        "update job set lease_expires_at = now() - interval '1 s' where state = 'admitted'");
    engine.reap();
    assertThat(inFlight("acme")).isZero();
  }

  @Test
  void a_full_namespace_pays_no_other_gate_and_its_neighbour_goes_on() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: t, type: throttle, rate: 100, period: PT1H}]}");
    engine.ceiling("acme", 1);
    engine.stage(Engine.jobsOf("acme", 50, "p"));
    engine.stage(Engine.jobsOf("zenith", 50, "p"));
    assertThat(engine.tickOut(policy)).hasSize(51);
    assertThat(engine.number("select tokens from gate_partition where gate = 't'")).isEqualTo(49);
  }

  @Test
  void an_older_database_counts_what_is_in_flight_from_the_upgrade_on()
      throws SQLException, IOException {
    engine.stage(Engine.jobsOf("acme", 5, "mail"));
    engine.stage(Engine.jobs(2, "calls", Map.of()));
    engine.tickOut(mail, 4);
    engine.database.execute(
        """
        drop view namespace_state;
        drop table namespace_turn;
        alter table share drop column turn_id;
        alter table lane drop column turn_id;
        create index share_ready on share (policy_id, virtual_time, id) where ready;
        create index lane_blocked on lane (blocked_by, policy_id, wake_order, id) where blocked_by is not null;
        update lane set partitions = partitions[2:];
        delete from gate_partition where policy_id = 0;
        update namespace set max_in_flight = 6 where name = 'acme'\
        """);
    try (InputStream script =
        Objects.requireNonNull(
            Engine.class.getResourceAsStream("/db/migration/V3__namespace_quota.sql"))) {
      engine.database.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    assertThat(inFlight("acme")).isEqualTo(5);
    engine.stage(Engine.jobsOf("acme", 5, "mail"));
    assertThat(engine.tickOut(mail)).hasSize(1);
    assertThat(engine.tickOut(calls)).hasSize(2);
  }
}
