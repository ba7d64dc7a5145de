package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.job;
import static sluice.core.gate.Gates.limit;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sluice.core.expression.EvaluationFailed;
import sluice.core.expression.Expression;
import sluice.core.reason.Reason;

/** BEHAVIOUR.md I.2, as far as one gate can tell. */
class ConcurrencyTest {

  private static Concurrency concurrency(Object max) {
    return new Concurrency("c", Expression.compile("${accountId}"), limit(max));
  }

  private static Verdict ask(GateRule rule, int inFlight) {
    PartitionState state = PartitionState.EMPTY.withInFlightChangedBy(inFlight);
    return rule.ask(state, rule.fixedLimits(), START);
  }

  @Test
  void i_038_what_is_in_flight_counts() {
    assertThat(ask(concurrency(5), 2).room()).isEqualTo(3);
  }

  @Test
  void i_039_a_full_partition_waits_for_a_release_instead_of_a_time() {
    assertThat(ask(concurrency(5), 5)).isEqualTo(new Verdict(0, Reason.CONCURRENCY, null));
  }

  @Test
  void i_040_the_limit_is_read_from_the_job_and_the_latest_word_holds() {
    Concurrency rule = concurrency("${max}");
    Gates.Partition partition =
        new Gates.Partition(rule, rule.limits(job(Map.of("max", 3))), START);
    assertThat(partition.tick(0, 10)).isEqualTo(3);
    partition.limits = rule.limits(job(Map.of("max", 7)));
    assertThat(partition.tick(0, 10)).isEqualTo(4);
  }

  @Test
  void i_041_zero_or_nothing_lets_nothing_go() {
    assertThat(ask(concurrency(0), 0)).isEqualTo(new Verdict(0, Reason.CONCURRENCY, null));
    Concurrency rule = concurrency("${max}");
    Limits none = rule.limits(job(Map.of()));
    assertThat(rule.ask(PartitionState.EMPTY, none, START))
        .isEqualTo(new Verdict(0, Reason.MISCONFIGURED, null));
  }

  @Test
  void i_043_a_fraction_counts_as_nothing() {
    assertThat(ask(concurrency(2.7), 0).room()).isEqualTo(2);
    assertThat(ask(concurrency(0.9), 0).room()).isZero();
  }

  @Test
  void i_044_a_text_is_an_error() {
    Concurrency rule = concurrency("${max}");
    assertThatThrownBy(() -> rule.limits(job(Map.of("max", "abc"))))
        .isInstanceOf(EvaluationFailed.class)
        .hasMessageContaining("\"abc\"");
  }

  @Test
  void i_046_the_latest_limit_counts_for_all() {
    Concurrency rule = concurrency("${max}");
    Gates.Partition partition =
        new Gates.Partition(rule, rule.limits(job(Map.of("max", 3))), START);
    partition.limits = rule.limits(job(Map.of("max", 1)));
    assertThat(partition.tick(0, 3)).isEqualTo(1);
  }

  @Test
  void i_049_a_global_cap_is_one_partition() {
    GlobalCap cap = new GlobalCap("total", limit(2));
    assertThat(cap.policyWide()).isTrue();
    assertThat(ask(cap, 0).room()).isEqualTo(2);
    assertThat(ask(cap, 2)).isEqualTo(new Verdict(0, Reason.GLOBAL_CAP, null));
  }

  @Test
  void i_050_a_cap_lowered_below_what_is_in_flight_is_no_error() {
    assertThat(ask(new GlobalCap("total", limit(10)), 12).room()).isZero();
  }

  @Test
  void i_054_a_limit_that_is_not_reached_stops_nobody() {
    assertThat(ask(concurrency(100), 0).room()).isEqualTo(100);
  }

  @Test
  void i_056_each_gate_has_its_own_count() {
    GateRule region = concurrency(20);
    int admitted = 0;
    for (int tenant = 0; tenant < 6; tenant++) {
      admitted += Math.min(ask(concurrency(5), 0).room(), ask(region, admitted).room());
    }
    assertThat(admitted).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({"-1,5", "-2147483648,5", "0,5", "2147483647,0"})
  void a_count_gone_wrong_never_hands_out_more_than_the_limit(int inFlight, int room) {
    assertThat(ask(concurrency(5), inFlight).room()).isEqualTo(room);
  }

  @Test
  void slots_go_in_and_out() {
    Concurrency rule = concurrency(5);
    PartitionState state = rule.charge(PartitionState.EMPTY, rule.fixedLimits(), 3, START);
    assertThat(state.inFlight()).isEqualTo(3);
    assertThat(state.withInFlightChangedBy(-2).inFlight()).isEqualTo(1);
    assertThat(rule.charge(state, rule.fixedLimits(), 0, START)).isSameAs(state);
  }

  @Test
  void a_closed_partition_is_throttled_whatever_the_gate() {
    Concurrency rule = concurrency(5);
    PartitionState closed = PartitionState.EMPTY.withClosedUntil(at(9));
    assertThat(rule.ask(closed, rule.fixedLimits(), at(8)))
        .isEqualTo(new Verdict(0, Reason.THROTTLE, at(9)));
    assertThat(rule.ask(closed, rule.fixedLimits(), at(9)).room()).isEqualTo(5);
  }

  @Test
  void fixed_limits_belong_to_fixed_rules() {
    assertThat(concurrency("${max}").dynamic()).isTrue();
    assertThat(concurrency(5).dynamic()).isFalse();
    assertThat(concurrency("${2 + 3}").fixedLimits()).isEqualTo(Limits.max(5.0));
    assertThatThrownBy(() -> concurrency("${max}").fixedLimits())
        .isInstanceOf(IllegalStateException.class);
    assertThat(concurrency("${max}").settings().get("max")).hasToString("${max}");
  }

  @Test
  void a_limit_set_by_hand_goes_before_the_rule() {
    Concurrency rule = concurrency(5);
    assertThat(rule.overridden(rule.fixedLimits(), 1)).isEqualTo(Limits.max(1.0));
    assertThat(new GlobalCap("g", limit("${max}")).overridden(Limits.max(null), 9))
        .isEqualTo(Limits.max(9.0));
  }

  @Test
  void what_is_fixed_stands_in_the_policy_what_is_computed_on_the_row() {
    assertThat(concurrency(5).inForce(Limits.max(3.0))).isEqualTo(Limits.max(5.0));
    assertThat(concurrency("${max}").inForce(Limits.max(3.0))).isEqualTo(Limits.max(3.0));
    assertThat(concurrency("${max}").inForce(null)).isEqualTo(Limits.max(null));
    assertThat(new GlobalCap("g", limit("${max}")).inForce(null)).isEqualTo(Limits.max(null));
  }

  @Test
  void a_large_limit_fits() {
    assertThat(ask(concurrency(1e9), -5).room()).isEqualTo(1_000_000_000);
  }
}
