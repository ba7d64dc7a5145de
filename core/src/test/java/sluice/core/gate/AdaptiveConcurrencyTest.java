package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.job;
import static sluice.core.gate.ObservedPartition.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.expression.EvaluationFailed;
import sluice.core.reason.Reason;

/**
 * BEHAVIOUR.md I.3. Each observation in a window of its own, at full use, unless a case says
 * otherwise.
 */
class AdaptiveConcurrencyTest {
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
    ObservedPartition partition = new ObservedPartition(rule(4, 1000, 1, null), 4, 0);
    partition.inFlight = 2;
    assertThat(partition.success(50)).isEqualTo(5);
    assertThat(partition.ewma()).isEqualTo(25);
    assertThat(partition.state.adaptation().sampleCount()).isEqualTo(6);
  }

  @Test
  void i_060_fast_successes_add_up() {
    ObservedPartition partition = new ObservedPartition(rule(4, 1000, 1, null), 4, 0);
    ObservedPartition other = new ObservedPartition(rule(3, 200, 1, null), 3, 0);
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
    ObservedPartition partition = new ObservedPartition(rule(100, 1000, 1, null), 100, 0);
    assertThat(partition.success(5000)).isEqualTo(95);
    assertThat(partition.ewma()).isEqualTo(2500);
  }

  @Test
  void i_063_the_newest_average_decides() {
    ObservedPartition partition = new ObservedPartition(rule(5, 200, 1, null), 5, 0);
    assertThat(partition.success(800)).isEqualTo(4);
    assertThat(partition.ewma()).isEqualTo(400);
    assertThat(partition.success(800)).isEqualTo(3);
    assertThat(partition.ewma()).isEqualTo(600);
  }

  @Test
  void i_064_failures_halve_down_to_the_floor() {
    ObservedPartition partition = new ObservedPartition(rule(10, 1000, 1, null), 10, 0);
    List<Integer> caps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      caps.add(partition.failure());
    }
    assertThat(caps).containsExactly(5, 2, 1, 1);
    assertThat(partition.ewma()).isZero();
  }

  @Test
  void i_065_never_below_min() {
    ObservedPartition slow = new ObservedPartition(rule(10, 1000, 2, null), 10, 0);
    ObservedPartition failing = new ObservedPartition(rule(10, 1000, 2, null), 10, 0);
    for (int i = 0; i < 20; i++) {
      slow.success(5000);
      failing.failure();
    }
    assertThat(slow.cap()).isEqualTo(2);
    assertThat(failing.cap()).isEqualTo(2);
  }

  @Test
  void i_066_the_average_remembers() {
    ObservedPartition partition = new ObservedPartition(rule(10, 1000, 1, null), 10, 0);
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
    ObservedPartition partition = new ObservedPartition(rule(100, 1000, 1, null), 100, 0);
    for (int i = 0; i < 20; i++) {
      partition.success(5000);
    }
    assertThat(partition.cap()).isEqualTo(31);
  }

  @Test
  void i_069_equality_with_the_target_is_healthy() {
    ObservedPartition partition = new ObservedPartition(rule(100, 1000, 1, null), 100, 1000);
    assertThat(partition.success(0)).isEqualTo(101);
    assertThat(partition.success(0)).isEqualTo(102);
    assertThat(partition.ewma()).isEqualTo(250);
    ObservedPartition equal = new ObservedPartition(rule(100, 1000, 1, null), 100, 1000);
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
    ObservedPartition partition = new ObservedPartition(rule(4, 1000, 1, null), 1, 0);
    assertThat(partition.ask(0).room()).isEqualTo(4);
    assertThat(partition.ask(1).room()).isZero();
  }

  @Test
  void i_070b_what_is_in_flight_counts() {
    ObservedPartition partition = new ObservedPartition(rule(5, 1000, 1, null), 5, 0);
    assertThat(partition.ask(2).room()).isEqualTo(3);
    assertThat(partition.ask(5)).isEqualTo(new Verdict(0, Reason.ADAPTIVE, null));
  }

  @Test
  void i_070c_more_in_flight_than_the_cap_is_no_error() {
    ObservedPartition partition = new ObservedPartition(rule(2, 1000, 2, null), 0, 0);
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
    ObservedPartition partition = new ObservedPartition(rule(4, 1000, 1, null), 4, 0);
    partition.success(2000);
    assertThat(partition.ewma()).isCloseTo(1000, within(1e-9));
    partition.success(-500);
    assertThat(partition.ewma()).isCloseTo(500, within(1e-9));
  }

  @Test
  void i_070f_a_quiet_partition_does_not_grow() {
    ObservedPartition partition = new ObservedPartition(rule(10, 1000, 1, null), 10, 0);
    partition.inFlight = 1;
    for (int i = 0; i < 3600; i++) {
      partition.success(0);
    }
    assertThat(partition.cap()).isEqualTo(10);
    assertThat(partition.state.adaptation().sampleCount()).isEqualTo(3605);
  }

  @Test
  void i_070g_a_ceiling_holds() {
    ObservedPartition partition = new ObservedPartition(rule(10, 1000, 1, 20), 10, 0);
    for (int i = 0; i < 100; i++) {
      partition.success(0);
    }
    assertThat(partition.cap()).isEqualTo(20);
  }

  @Test
  void i_070h_eight_at_the_same_time_count_eight_times() {
    ObservedPartition partition = new ObservedPartition(rule(10, 1000, 1, null), 10, 0);
    partition.step = 0;
    for (int i = 0; i < 8; i++) {
      partition.success(0);
    }
    assertThat(partition.cap()).isEqualTo(18);
    assertThat(partition.state.adaptation().sampleCount()).isEqualTo(13);
  }
}
