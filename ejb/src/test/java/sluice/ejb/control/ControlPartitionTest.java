package sluice.ejb.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.policy.LivePolicies;
import sluice.ejb.policy.UnknownPolicy;

/** An operator's word on a partition works at the next tick, with no other event. */
class ControlPartitionTest {
  private static final String PER_KEY = "[{name: c, type: concurrency, key: '${k}', max: 2}]";

  private final LivePolicies live = new LivePolicies();

  private static HandLimit limit(double limit) {
    return new HandLimit(limit, null);
  }

  private void override(String key, HandLimit limit) {
    live.control(
        "c",
        key,
        c -> {
          c.override(limit);
          return true;
        });
  }

  private void lift(String key) {
    live.control("c", key, ControlPartition::lift);
  }

  private void pause(String key, boolean paused) {
    live.control(
        "c",
        key,
        c -> {
          if (paused) {
            c.pause();
          } else {
            c.resume();
          }
          return true;
        });
  }

  private boolean due() {
    return live.number(
            "select count(*) from waiter where wake_at is not null and wake_at <= clock_timestamp()")
        > 0;
  }

  @Test
  void a_raised_limit_is_filled_by_the_next_tick() {
    int policy = live.save("p", PER_KEY);
    live.stage(10, "a");
    live.stage(10, "b");
    assertThat(live.tickOut(policy)).hasSize(4);
    assertThat(due()).isFalse();
    override("a", limit(7));
    assertThat(due()).as("the waiter is woken").isTrue();
    assertThat(live.tick(policy).batch().jobs()).hasSize(5);
    assertThat(live.number("select in_flight from gate_partition where key = 'a'")).isEqualTo(7);
    assertThat(live.number("select in_flight from gate_partition where key = 'b'")).isEqualTo(2);
    assertThat(live.leakedSlots()).isZero();
  }

  @Test
  void a_lowered_limit_ends_nothing_and_admits_nothing_until_there_is_less_in_flight() {
    int policy = live.save("p", "[{name: c, type: concurrency, key: '${k}', max: 5}]");
    live.stage(20, "a");
    List<AdmittedJob> first = live.tickOut(policy);
    override("a", limit(2));
    assertThat(live.tickOut(policy)).isEmpty();
    assertThat(live.number("select count(*) from job where state = 'admitted'")).isEqualTo(5);
    live.finish(first.subList(0, 3));
    assertThat(live.tickOut(policy)).isEmpty();
    live.finish(first.subList(3, 4));
    assertThat(live.tickOut(policy)).hasSize(1);
    lift("a");
    assertThat(live.tickOut(policy)).hasSize(3);
  }

  @Test
  void the_end_of_an_override_wakes_whom_it_held() {
    int policy = live.save("p", PER_KEY);
    live.stage(5, "a");
    override("a", new HandLimit(0, Instant.now().plusMillis(1_500)));
    assertThat(live.tickOut(policy)).isEmpty();
    assertThat(
            live.number(
                "select count(*) from waiter where wake_at = (select override_until from gate_partition where gate = 'c')"))
        .as("looked at again when it ends")
        .isOne();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::due);
    assertThat(live.tickOut(policy)).hasSize(2);
  }

  @Test
  void a_raised_limit_ends_by_the_databases_clock() {
    int policy = live.save("p", PER_KEY);
    live.stage(9, "a");
    override("a", new HandLimit(4, Instant.now().plusSeconds(3_600)));
    List<AdmittedJob> four = live.tickOut(policy);
    assertThat(four).hasSize(4);
    live.execute(
        "update gate_partition set override_until = clock_timestamp() where override_limit is not null");
    live.finish(four.subList(0, 2));
    assertThat(live.tickOut(policy)).as("two in flight, and two are the policy's limit").isEmpty();
    live.finish(four.subList(2, 3));
    assertThat(live.tickOut(policy)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "100%", "with space", "(none)", "ü;?#&+..//", "\\(none)", ".."})
  void a_partition_of_any_key_is_made_and_waits_for_its_first_job(String key) {
    int policy = live.save("p", PER_KEY);
    override(key, limit(3));
    String property = key.equals("\\(none)") ? "(none)" : key;
    live.stage(
        IntStream.range(0, 5)
            .mapToObj(i ->
                LivePolicies.job(key.equals("(none)") ? Map.of() : Map.of("k", property), null))
            .toList());
    assertThat(live.tickOut(policy)).hasSize(3);
    assertThat(live.number("select count(*) from gate_partition where gate = 'c'")).isOne();
  }

  @Test
  void a_rate_set_by_hand_is_paid_from_that_instant_on() {
    int policy =
        live.save("p", "[{name: c, type: throttle, key: '${k}', rate: 1, period: PT1H, burst: 2}]");
    live.stage(500, "a");
    assertThat(live.tickOut(policy)).hasSize(2);
    override("a", limit(3_600_000));
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> live.tickOut(policy).size() > 0);
    assertThat(live.number("select tokens from gate_partition where gate = 'c'")).isLessThan(2);
  }

  @Test
  void an_override_of_an_adaptive_gate_is_a_fixed_cap_and_what_was_learned_is_kept() {
    int policy =
        live.save(
            "p",
            "[{name: c, type: adaptiveConcurrency, initialMax: 4, targetLag: PT1S, min: 1, max: 50}]");
    live.stage(30, "a");
    List<AdmittedJob> first = live.tickOut(policy);
    assertThat(first).hasSize(4);
    override("(all)", limit(10));
    assertThat(live.tickOut(policy)).hasSize(6);
    live.finish(first);
    assertThat(live.number("select current_max from gate_partition where gate = 'c'")).isEqualTo(4);
    assertThat(live.tickOut(policy)).hasSize(4);
    lift("(all)");
    assertThat(live.tickOut(policy)).isEmpty();
  }

  @Test
  void a_cap_of_the_whole_policy_is_overridden_too() {
    int policy = live.save("p", "[{name: c, type: globalCap, max: 1}]");
    live.stage(9, "a");
    assertThat(live.tickOut(policy)).hasSize(1);
    override("(all)", limit(4));
    assertThat(live.tickOut(policy)).hasSize(3);
    pause("(all)", true);
    override("(all)", limit(9));
    assertThat(live.tickOut(policy)).isEmpty();
    pause("(all)", false);
    assertThat(live.tickOut(policy)).hasSize(5);
  }

  @Test
  void a_paused_partition_lets_nothing_go_and_the_others_go_on() {
    int policy = live.save("p", PER_KEY);
    pause("a", true);
    live.stage(5, "a");
    live.stage(5, "b");
    assertThat(live.tickOut(policy)).hasSize(2);
    assertThat(live.number("select in_flight from gate_partition where key = 'a'")).isZero();
    assertThat(live.number("select sum(lanes) from denial_minute where reason = 'PAUSED'"))
        .isPositive();
    pause("a", false);
    assertThat(due()).isTrue();
    assertThat(live.tickOut(policy)).hasSize(2);
  }

  @Test
  void resuming_a_policy_keeps_partitions_paused_that_were_paused_by_themselves() {
    int policy = live.save("p", PER_KEY);
    live.stage(1, "a");
    pause("a", true);
    live.pausePolicy("p", true);
    live.stage(1, "b");
    assertThat(live.tickOut(policy)).isEmpty();
    live.pausePolicy("p", false);
    assertThat(live.tickOut(policy)).hasSize(1);
    assertThat(live.number("select count(*) from gate_partition where paused and key = 'a'"))
        .isOne();
    pause("a", false);
    assertThat(live.tickOut(policy)).hasSize(1);
  }

  @Test
  void i_140_a_pause_of_the_policy_holds_partitions_that_are_new() {
    int policy = live.save("p", PER_KEY);
    live.pausePolicy("p", true);
    live.stage(3, "new");
    assertThat(live.tickOut(policy)).isEmpty();
    live.pausePolicy("p", false);
    assertThat(live.tickOut(policy)).hasSize(2);
  }

  @Test
  void i_141_a_pause_that_is_rolled_back_is_none() {
    int policy = live.save("p", PER_KEY);
    live.stage(1, "a");
    assertThatThrownBy(() ->
            live.control(
                "c",
                "a",
                c -> {
                  c.pause();
                  throw new IllegalStateException("rolled back");
                }))
        .hasMessage("rolled back");
    assertThat(live.tickOut(policy)).hasSize(1);
    assertThat(live.number("select count(*) from audit where action = 'partition.pause'")).isZero();
  }

  @Test
  void every_word_is_audited_with_before_and_after_and_a_word_twice_is_audited_once() {
    live.save("p", PER_KEY);
    override("a", limit(7));
    override("a", limit(8));
    lift("a");
    lift("a");
    pause("a", true);
    pause("a", true);
    pause("a", false);
    assertThat(
            live.number(
                """
                select count(*) from audit
                where subject = 'partition:p/c/a' and actor = 'ann' and reason = 'because'\
                """))
        .isEqualTo(5);
    assertThat(
            live.number(
                """
                select count(*) from audit where action = 'partition.override'
                and (before->>'limit')::float8 = 7 and (after->>'limit')::float8 = 8 and after->>'reason' = 'because'\
                """))
        .isOne();
    assertThat(
            live.number(
                "select count(*) from audit where action = 'partition.lift-override' and after is null"))
        .isOne();
  }

  @Test
  void what_makes_no_sense_is_refused_and_changes_nothing() {
    live.save("p", PER_KEY);
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, 2e9}) {
      assertThatThrownBy(() -> override("a", limit(bad))).isInstanceOf(ControlRefused.class);
    }
    assertThatThrownBy(() -> override("a", new HandLimit(1, Instant.now().minusSeconds(60))))
        .isInstanceOf(ControlRefused.class)
        .hasMessageContaining("expiresAt");
    assertThatThrownBy(() -> override("x".repeat(513), limit(1)))
        .isInstanceOf(ControlRefused.class)
        .hasMessageContaining("512");
    assertThatThrownBy(() -> override("(all)", limit(1))).isInstanceOf(ControlRefused.class);
    assertThatThrownBy(() -> live.control("no", "a", ControlPartition::lift))
        .isInstanceOf(UnknownPartition.class);
    assertThatThrownBy(() -> pause("never seen", false)).isInstanceOf(UnknownPartition.class);
    assertThat(live.number("select count(*) from gate_partition")).isZero();
    override("x".repeat(512), limit(1));
  }

  @Test
  void there_is_no_word_on_partitions_of_a_policy_that_is_gone() {
    assertThatThrownBy(() -> override("a", limit(1))).isInstanceOf(UnknownPolicy.class);
  }
}
