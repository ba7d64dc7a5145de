package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sluice.core.job.Outcome;
import sluice.core.reason.Reason;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.observe.Standstill;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TelemetryForTests;

/** What hints of a standstill say holds the oldest job is what holds it at this moment. */
class HeldNowTest {
  private final Engine engine = new Engine();

  private @Nullable Reason heldBy() throws SQLException {
    return seen().did().queue().held().by();
  }

  private Telemetry.Policy seen() throws SQLException {
    return TelemetryForTests.read(engine.database).policy("p").orElseThrow();
  }

  private boolean stalled() throws SQLException {
    Telemetry now = TelemetryForTests.read(engine.database);
    return Standstill.of(now, now.policy("p").orElseThrow());
  }

  /** Time passes: an hour since jobs could go, waiters were woken, and minutes were written. */
  private void anHourLater() throws SQLException {
    engine.database.execute("update job set eligible_at = eligible_at - interval '1 hour'");
    engine.database.execute("update waiter set wake_at = wake_at - interval '1 hour'");
    engine.database.execute("update policy_minute set minute = minute - interval '1 hour'");
    engine.database.execute("update denial_minute set minute = minute - interval '1 hour'");
  }

  private int policy(String gate) throws SQLException {
    return engine.policy("{policy: p, destination: w, gates: [{name: g, %s}]}".formatted(gate));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "type: concurrency, max: 2; CONCURRENCY; false",
        "'type: concurrency, max: 2, key: \"x\"'; CONCURRENCY; false",
        "'type: throttle, rate: 2, period: P1D, key: \"x\"'; THROTTLE; true",
        "type: globalCap, max: 2; GLOBAL_CAP; false",
        "'type: adaptiveConcurrency, initialMax: 2, targetLag: PT1S, min: 1, max: 2'; ADAPTIVE; false",
        "'type: throttle, rate: 2, period: P1D'; THROTTLE; true"
      })
  void a_gate_that_holds_for_an_hour_still_holds_though_no_tick_denied_it_since(
      String gate, Reason why, boolean stalled) throws SQLException {
    int policy = policy(gate);
    engine.stage(Engine.jobs(5, "p", Map.of()));
    assertThat(engine.tickOut(policy)).hasSize(2);
    anHourLater();
    engine.database.execute("update waiter set wake_at = wake_at + interval '2 hours'");
    assertThat(heldBy()).isEqualTo(why);
    assertThat(seen().did().queue().held().inFlight()).isEqualTo(2);
    assertThat(stalled()).isEqualTo(stalled);
  }

  @Test
  void once_the_slot_is_free_and_no_tick_takes_it_nothing_holds_and_the_policy_stands_still()
      throws SQLException {
    int policy = policy("type: concurrency, max: 2");
    engine.stage(Engine.jobs(5, "p", Map.of()));
    List<AdmittedJob> jobs = engine.tickOut(policy);
    engine.settle(jobs, Outcome.SUCCESS);
    assertThat(heldBy()).as("the next tick is about to look").isEqualTo(Reason.CONCURRENCY);
    anHourLater();
    assertThat(heldBy()).isNull();
    assertThat(seen().figures().counts().alive().pending()).isEqualTo(3);
    assertThat(stalled()).isTrue();
    engine.tickOut(policy);
    assertThat(stalled()).isFalse();
  }

  @Test
  void slots_of_a_namespace_that_another_policy_holds_are_full_and_not_a_standstill()
      throws SQLException {
    policy("type: globalCap, max: 100");
    int other = engine.policy("{policy: other, destination: w}");
    engine.ceiling("acme", 2);
    engine.stage(Engine.jobsOf("acme", 2, "other"));
    assertThat(engine.tickOut(other)).hasSize(2);
    engine.stage(Engine.jobsOf("acme", 3, "p"));
    assertThat(engine.tickOut(engine.byName("p").orElseThrow().id())).isEmpty();
    anHourLater();
    assertThat(heldBy()).isEqualTo(Reason.QUOTA);
    assertThat(seen().did().queue().held().inFlight()).isEqualTo(2);
    assertThat(stalled()).isFalse();
  }

  @Test
  void a_lane_that_sleeps_says_what_holds_its_own_partition() throws SQLException {
    int policy = policy("type: concurrency, key: '${k}', max: 1");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "a")));
    assertThat(engine.tickOut(policy)).hasSize(1);
    assertThat(heldBy()).isEqualTo(Reason.CONCURRENCY);
    engine.database.execute("update gate_partition set paused = true where gate = 'g'");
    assertThat(heldBy()).isEqualTo(Reason.PAUSED);
    engine.database.execute(
        "update gate_partition set paused = false, closed_until = clock_timestamp() + interval '1 hour' where gate = 'g'");
    assertThat(heldBy()).isEqualTo(Reason.THROTTLE);
  }

  @Test
  void what_no_tick_has_looked_at_is_held_by_nothing() throws SQLException {
    policy("type: concurrency, max: 2");
    engine.stage(Engine.jobs(1, "p", Map.of()));
    assertThat(heldBy()).isNull();
    anHourLater();
    assertThat(stalled()).isTrue();
  }
}
