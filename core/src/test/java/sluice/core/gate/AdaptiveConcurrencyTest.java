package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.atLeastOne;
import static sluice.core.gate.Gates.duration;
import static sluice.core.gate.Gates.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.expression.EvaluationFailed;
import sluice.core.reason.Reason;

/**
 * BEHAVIOUR.md I.3. Each observation in a window of its own, at full use, unless a case says
 * otherwise.
 */
class AdaptiveConcurrencyTest {
  private static final long OWN_WINDOW = 10;

  private static AdaptiveConcurrency rule(
      Object initial, long targetMillis, Object min, @Nullable Object max) {
    return new AdaptiveConcurrency(
        "a",
        null,
        new AdaptiveSettings(
            atLeastOne(initial),
            duration("PT" + targetMillis / 1000.0 + "S"),
            atLeastOne(min),
            max == null ? null : atLeastOne(max)),
        Feedback.DEFAULT);
  }

  /** A partition that is observed again and again. */
  private static final class Observed {
    final AdaptiveConcurrency rule;
    final Limits limits;
    PartitionState state;
    int inFlight = Integer.MAX_VALUE / 2;
    double seconds;
    double step = OWN_WINDOW;

    Observed(AdaptiveConcurrency rule, int cap, double ewma) {
      this.rule = rule;
      this.limits = rule.fixedLimits();
      this.state =
          PartitionState.EMPTY.withAdaptation(new Adaptation(cap, ewma, 5, RecentOutcomes.NONE));
    }

    int observe(long lag, boolean failed) {
      seconds += step;
      PartitionState used = new PartitionState(inFlight, 0, null, null, state.adaptation());
      state = rule.observe(used, limits, new Observation(lag, failed, at(seconds)));
      return cap();
    }

    int success(long lag) {
      return observe(lag, false);
    }

    int failure() {
      return observe(0, true);
    }

    int cap() {
      return state.adaptation().currentMax();
    }

    double ewma() {
      return state.adaptation().ewmaLagMillis();
    }

    Verdict ask(int used) {
      return rule.ask(state.withInFlightChangedBy(used - state.inFlight()), limits, at(seconds));
    }
  }

  @Test
  void i_058_a_partition_is_seeded_once() {
    AdaptiveConcurrency four = rule(4, 1000, 1, null);
    PartitionState seeded = four.fresh(four.fixedLimits(), START);
    assertThat(seeded.adaptation()).isEqualTo(new Adaptation(4, 0, 0, RecentOutcomes.NONE));
    Limits later = rule(99, 1000, 1, null).fixedLimits();
    assertThat(four.ask(seeded.withInFlightChangedBy(1), later, START).room()).isEqualTo(3);
  }

  @Test
  void i_059_a_fast_success_raises_by_one() {
    Observed partition = new Observed(rule(4, 1000, 1, null), 4, 0);
    partition.inFlight = 2;
    assertThat(partition.success(50)).isEqualTo(5);
    assertThat(partition.ewma()).isEqualTo(25);
    assertThat(partition.state.adaptation().sampleCount()).isEqualTo(6);
  }

  @Test
  void i_060_fast_successes_add_up() {
    Observed partition = new Observed(rule(4, 1000, 1, null), 4, 0);
    Observed other = new Observed(rule(3, 200, 1, null), 3, 0);
    partition.step = 0;
    other.step = 0;
    for (int i = 0; i < 10; i++) {
      partition.success(0);
    }
    for (int i = 0; i < 20; i++) {
      other.success(50);
    }
    assertThat(partition.cap()).isEqualTo(14);
    assertThat(other.cap()).isEqualTo(23);
  }

  @Test
  void i_061_a_slow_one_lowers_by_a_twentieth() {
    Observed partition = new Observed(rule(100, 1000, 1, null), 100, 0);
    assertThat(partition.success(5000)).isEqualTo(95);
    assertThat(partition.ewma()).isEqualTo(2500);
  }

  @Test
  void i_063_the_newest_average_decides() {
    Observed partition = new Observed(rule(5, 200, 1, null), 5, 0);
    assertThat(partition.success(800)).isEqualTo(4);
    assertThat(partition.ewma()).isEqualTo(400);
    assertThat(partition.success(800)).isEqualTo(3);
    assertThat(partition.ewma()).isEqualTo(600);
  }

  @Test
  void i_064_failures_halve_down_to_the_floor() {
    Observed partition = new Observed(rule(10, 1000, 1, null), 10, 0);
    List<Integer> caps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      caps.add(partition.failure());
    }
    assertThat(caps).containsExactly(5, 2, 1, 1);
    assertThat(partition.ewma()).isZero();
  }

  @Test
  void i_065_never_below_min() {
    Observed slow = new Observed(rule(10, 1000, 2, null), 10, 0);
    Observed failing = new Observed(rule(10, 1000, 2, null), 10, 0);
    for (int i = 0; i < 20; i++) {
      slow.success(5000);
      failing.failure();
    }
    assertThat(slow.cap()).isEqualTo(2);
    assertThat(failing.cap()).isEqualTo(2);
  }

  @Test
  void i_066_the_average_remembers() {
    Observed partition = new Observed(rule(10, 1000, 1, null), 10, 0);
    List<Integer> caps = new ArrayList<>();
    List<Double> averages = new ArrayList<>();
    for (long lag : new long[] {5000, 0, 0, 0}) {
      caps.add(partition.success(lag));
      averages.add(partition.ewma());
    }
    assertThat(caps).containsExactly(9, 8, 9, 10);
    assertThat(averages).containsExactly(2500.0, 1250.0, 625.0, 312.5);
  }

  @Test
  void i_068_twenty_slow_ones_from_a_hundred() {
    Observed partition = new Observed(rule(100, 1000, 1, null), 100, 0);
    for (int i = 0; i < 20; i++) {
      partition.success(5000);
    }
    assertThat(partition.cap()).isEqualTo(31);
  }

  @Test
  void i_069_equality_with_the_target_is_healthy() {
    Observed partition = new Observed(rule(100, 1000, 1, null), 100, 1000);
    assertThat(partition.success(0)).isEqualTo(101);
    assertThat(partition.success(0)).isEqualTo(102);
    assertThat(partition.ewma()).isEqualTo(250);
    Observed equal = new Observed(rule(100, 1000, 1, null), 100, 1000);
    assertThat(equal.success(1000)).isEqualTo(101);
  }

  @Test
  void i_070_initial_jobs_go_at_once() {
    AdaptiveConcurrency rule = rule(5, 1000, 1, null);
    Gates.Partition partition = new Gates.Partition(rule);
    assertThat(partition.tick(0, 7)).isEqualTo(5);
  }

  @Test
  void i_070a_with_nothing_in_flight_the_initial_jobs_go() {
    Observed partition = new Observed(rule(4, 1000, 1, null), 1, 0);
    assertThat(partition.ask(0).room()).isEqualTo(4);
    assertThat(partition.ask(1).room()).isZero();
  }

  @Test
  void i_070b_what_is_in_flight_counts() {
    Observed partition = new Observed(rule(5, 1000, 1, null), 5, 0);
    assertThat(partition.ask(2).room()).isEqualTo(3);
    assertThat(partition.ask(5)).isEqualTo(new Verdict(0, Reason.ADAPTIVE, null));
  }

  @Test
  void i_070c_more_in_flight_than_the_cap_is_no_error() {
    Observed partition = new Observed(rule(2, 1000, 2, null), 0, 0);
    assertThat(partition.ask(5).room()).isZero();
    assertThat(partition.ask(1).room()).isEqualTo(1);
    assertThat(partition.ask(-7).room()).isEqualTo(2);
  }

  @Test
  void i_070d_nonsense_can_not_be_built() {
    for (double alpha : new double[] {0, 1.5, -1, Double.NaN}) {
      assertThatThrownBy(() -> new Feedback(alpha, 0.5, 0.5))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (double factor : new double[] {0, 1, 1.2, -1, Double.NaN}) {
      assertThatThrownBy(() -> new Feedback(0.5, factor, 0.5))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new Feedback(0.5, 0.5, factor))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> rule(1, 0, 1, null)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rule(1, -1000, 1, null)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rule(1, 1000, 0, null)).isInstanceOf(IllegalArgumentException.class);
    AdaptiveConcurrency computed = rule("${i}", 1000, "${lo}", "${hi}");
    assertThat(computed.limits(job(Map.of("i", 2, "lo", 1, "hi", 3))))
        .isEqualTo(Limits.adaptive(3.0, new AdaptiveLimits(2.0, 1000L, 1.0)));
    for (Map<String, Object> job :
        List.<Map<String, Object>>of(
            Map.of("i", 1, "lo", 2, "hi", 3),
            Map.of("i", 4, "lo", 1, "hi", 3),
            Map.of("lo", 4, "hi", 3))) {
      assertThatThrownBy(() -> computed.limits(job(job)))
          .as("%s", job)
          .isInstanceOf(EvaluationFailed.class);
    }
  }

  @Test
  void i_070e_the_lag_is_what_counts() {
    Observed partition = new Observed(rule(4, 1000, 1, null), 4, 0);
    partition.success(2000);
    assertThat(partition.ewma()).isCloseTo(1000, within(1e-9));
    partition.success(-500);
    assertThat(partition.ewma()).isCloseTo(500, within(1e-9));
  }

  @Test
  void i_070f_a_quiet_partition_does_not_grow() {
    Observed partition = new Observed(rule(10, 1000, 1, null), 10, 0);
    partition.inFlight = 1;
    for (int i = 0; i < 3600; i++) {
      partition.success(0);
    }
    assertThat(partition.cap()).isEqualTo(10);
    assertThat(partition.state.adaptation().sampleCount()).isEqualTo(3605);
  }

  @Test
  void i_070g_a_ceiling_holds() {
    Observed partition = new Observed(rule(10, 1000, 1, 20), 10, 0);
    for (int i = 0; i < 100; i++) {
      partition.success(0);
    }
    assertThat(partition.cap()).isEqualTo(20);
  }

  @Test
  void i_070h_eight_at_the_same_time_count_eight_times() {
    Observed partition = new Observed(rule(10, 1000, 1, null), 10, 0);
    partition.step = 0;
    for (int i = 0; i < 8; i++) {
      partition.success(0);
    }
    assertThat(partition.cap()).isEqualTo(18);
    assertThat(partition.state.adaptation().sampleCount()).isEqualTo(13);
  }

  @Test
  void decreases_once_a_window() {
    Observed partition = new Observed(rule(100, 3000, 1, null), 100, 0);
    partition.step = 1;
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.success(60_000)).isEqualTo(50);
    assertThat(partition.success(60_000)).isEqualTo(47);
  }

  @Test
  void a_window_is_at_least_a_second() {
    Observed partition = new Observed(rule(100, 5, 1, null), 100, 0);
    partition.step = 0.3;
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(25);
  }

  @Test
  void failures_below_a_tenth_of_the_outcomes_lower_nothing() {
    Observed rare = new Observed(rule(100, 1000, 1, 100), 100, 0);
    rare.step = 0;
    for (int i = 0; i < 19; i++) {
      rare.success(0);
    }
    assertThat(rare.failure()).isEqualTo(100);
    assertThat(rare.failure()).isEqualTo(100);
    assertThat(rare.failure()).as("3 of 22").isEqualTo(50);
    Observed tenth = new Observed(rule(100, 1000, 1, 100), 100, 0);
    tenth.step = 0;
    for (int i = 0; i < 9; i++) {
      tenth.success(0);
    }
    assertThat(tenth.failure()).as("1 of 10").isEqualTo(50);
  }

  @Test
  void a_steady_trickle_of_failures_does_not_collapse_the_cap() {
    Observed partition = new Observed(rule(100, 1000, 1, 200), 100, 0);
    partition.step = 0.002;
    for (int i = 1; i <= 60_000; i++) {
      partition.observe(10, i % 20 == 0);
    }
    assertThat(partition.cap()).isEqualTo(200);
  }

  @Test
  void many_failures_of_one_cause_count_once() {
    Observed partition = new Observed(rule(100, 1000, 1, 100), 100, 0);
    partition.step = 0.001;
    for (int i = 0; i < 200; i++) {
      partition.failure();
    }
    assertThat(partition.cap()).isEqualTo(50);
  }

  @Test
  void a_clock_that_moves_back_neither_throws_nor_blocks_for_good() {
    Observed partition = new Observed(rule(100, 1000, 1, null), 100, 0);
    partition.failure();
    partition.step = -3600;
    assertThat(partition.failure()).isEqualTo(25);
  }

  @Test
  void limits_without_value_let_nothing_go_and_teach_nothing() {
    AdaptiveConcurrency rule = rule("${i}", 1000, 1, null);
    Limits none = rule.limits(job(Map.of()));
    PartitionState fresh = rule.fresh(none, START);
    assertThat(fresh).isEqualTo(PartitionState.EMPTY);
    assertThat(rule.ask(fresh, none, START)).isEqualTo(new Verdict(0, Reason.MISCONFIGURED, null));
    assertThat(rule.observe(fresh, none, new Observation(1, true, START))).isSameAs(fresh);
    Limits later = rule.limits(job(Map.of("i", 5)));
    assertThat(rule.ask(fresh, later, START).room()).isEqualTo(5);
  }

  @Test
  void a_lowered_ceiling_and_a_limit_set_by_hand_hold_at_once() {
    Observed partition = new Observed(rule(10, 1000, 1, 50), 40, 0);
    Limits lower = rule(5, 1000, 1, 8).fixedLimits();
    PartitionState one = partition.state.withInFlightChangedBy(1);
    assertThat(partition.rule.ask(one, lower, START).room()).isEqualTo(7);
    Limits byHand = partition.rule.overridden(partition.limits, 3);
    assertThat(partition.rule.ask(one, byHand, START).room()).isEqualTo(2);
    assertThat(partition.rule.ask(PartitionState.EMPTY, byHand, START).room()).isEqualTo(3);
    Limits zero = partition.rule.overridden(partition.limits, 0);
    assertThat(partition.rule.ask(PartitionState.EMPTY, zero, START).room()).isZero();
  }

  @Test
  void what_is_fixed_stands_in_the_policy_what_is_computed_on_the_row() {
    Limits stored = Limits.adaptive(30.0, new AdaptiveLimits(9.0, 500L, 2.0));
    assertThat(rule("${i}", 1000, 1, null).inForce(stored))
        .isEqualTo(Limits.adaptive(GateRule.MAX_LIMIT, new AdaptiveLimits(9.0, 1000L, 1.0)));
    assertThat(rule(4, 1000, "${lo}", "${hi}").inForce(stored))
        .isEqualTo(Limits.adaptive(30.0, new AdaptiveLimits(4.0, 1000L, 2.0)));
    assertThat(rule(4, 1000, 1, 8).inForce(stored)).isEqualTo(rule(4, 1000, 1, 8).fixedLimits());
    assertThat(rule("${i}", 1000, 1, "${hi}").inForce(null))
        .isEqualTo(Limits.adaptive(null, new AdaptiveLimits(null, 1000L, 1.0)));
  }

  @Test
  void broken_rows_are_read_as_nothing_learned() {
    AdaptiveConcurrency rule = rule(3, 1000, 1, null);
    RecentOutcomes broken = new RecentOutcomes(Double.NaN, -1, Instant.MAX, Instant.EPOCH);
    PartitionState state =
        new PartitionState(5, 0, null, null, new Adaptation(-4, Double.NaN, -1, broken));
    PartitionState next =
        rule.observe(state, rule.fixedLimits(), new Observation(Long.MAX_VALUE, true, START));
    assertThat(next.adaptation().currentMax()).isEqualTo(1);
    assertThat(next.adaptation().ewmaLagMillis()).isFinite();
  }
}
