package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.job;
import static sluice.core.gate.ObservedPartition.rule;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.reason.Reason;

/**
 * What adaptiveConcurrency does beyond the numbered cases: windows, clocks, limits that change,
 * broken rows.
 */
class AdaptiveWindowTest {
  @Test
  void decreases_once_a_window() {
    ObservedPartition partition = new ObservedPartition(rule(100, 3000, 1, null), 100, 0);
    partition.step = 1;
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.success(60_000)).isEqualTo(50);
    assertThat(partition.success(60_000)).isEqualTo(47);
  }

  @Test
  void a_window_is_at_least_a_second() {
    ObservedPartition partition = new ObservedPartition(rule(100, 5, 1, null), 100, 0);
    partition.step = 0.3;
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(50);
    assertThat(partition.failure()).isEqualTo(25);
  }

  @Test
  void failures_below_a_tenth_of_the_outcomes_lower_nothing() {
    ObservedPartition rare = new ObservedPartition(rule(100, 1000, 1, 100), 100, 0);
    rare.step = 0;
    for (int i = 0; i < 19; i++) {
      rare.success(0);
    }
    assertThat(rare.failure()).isEqualTo(100);
    assertThat(rare.failure()).isEqualTo(100);
    assertThat(rare.failure()).as("3 of 22").isEqualTo(50);
    ObservedPartition tenth = new ObservedPartition(rule(100, 1000, 1, 100), 100, 0);
    tenth.step = 0;
    for (int i = 0; i < 9; i++) {
      tenth.success(0);
    }
    assertThat(tenth.failure()).as("1 of 10").isEqualTo(50);
  }

  @Test
  void a_steady_trickle_of_failures_does_not_collapse_the_cap() {
    ObservedPartition partition = new ObservedPartition(rule(100, 1000, 1, 200), 100, 0);
    partition.step = 0.002;
    for (int i = 1; i <= 60_000; i++) {
      partition.observe(10, i % 20 == 0);
    }
    assertThat(partition.cap()).isEqualTo(200);
  }

  @Test
  void many_failures_of_one_cause_count_once() {
    ObservedPartition partition = new ObservedPartition(rule(100, 1000, 1, 100), 100, 0);
    partition.step = 0.001;
    for (int i = 0; i < 200; i++) {
      partition.failure();
    }
    assertThat(partition.cap()).isEqualTo(50);
  }

  @Test
  void a_clock_that_moves_back_neither_throws_nor_blocks_for_good() {
    ObservedPartition partition = new ObservedPartition(rule(100, 1000, 1, null), 100, 0);
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
    ObservedPartition partition = new ObservedPartition(rule(10, 1000, 1, 50), 40, 0);
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
