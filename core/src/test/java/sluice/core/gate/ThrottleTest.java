package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.emptied;
import static sluice.core.gate.Gates.job;
import static sluice.core.gate.Gates.throttle;
import static sluice.core.gate.Gates.tokens;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.core.expression.EvaluationFailed;
import sluice.core.reason.Reason;

/** BEHAVIOUR.md I.1, as far as one gate can tell. */
class ThrottleTest {
  private static final int ENDLESS = Integer.MAX_VALUE;

  @Test
  void i_001_a_full_bucket_lets_its_burst_go() {
    Gates.Partition partition = new Gates.Partition(throttle(3, "PT60S", 3));
    assertThat(partition.tick(0, 5)).isEqualTo(3);
    assertThat(partition.state.tokens()).isZero();
    assertThat(partition.state.inFlight()).isEqualTo(3);
  }

  @Test
  void i_003_and_i_004_one_more_every_twenty_seconds() {
    Gates.Partition partition = new Gates.Partition(throttle(3, "PT60S", null));
    assertThat(partition.tick(0, 5)).isEqualTo(3);
    assertThat(partition.tick(20, 2)).isEqualTo(1);
    assertThat(partition.tick(40, 1)).isEqualTo(1);
  }

  @Test
  void i_005_partitions_have_buckets_of_their_own() {
    Throttle rule = throttle(2, "PT60S", null);
    Gates.Partition a = new Gates.Partition(rule);
    Gates.Partition b = new Gates.Partition(rule);
    assertThat(a.tick(0, 5)).isEqualTo(2);
    assertThat(b.tick(0, 5)).isEqualTo(2);
  }

  @Test
  void i_006_a_budget_leaves_the_rest_in_the_bucket() {
    Gates.Partition partition = new Gates.Partition(throttle(10, "PT60S", null));
    assertThat(partition.tick(0, 3)).isEqualTo(3);
    assertThat(partition.state.tokens()).isEqualTo(7);
  }

  @Test
  void i_008_an_empty_bucket_says_when_to_ask_again() {
    Gates.Partition partition = emptied(throttle(10, "PT60S", null), 0);
    assertThat(partition.ask(0)).isEqualTo(new Verdict(0, Reason.THROTTLE, at(6)));
  }

  @Test
  void i_009_the_fraction_counts_for_the_wait() {
    Gates.Partition partition = emptied(throttle(10, "PT60S", null), 0.4);
    assertThat(partition.ask(0)).isEqualTo(new Verdict(0, Reason.THROTTLE, at(3.6)));
    assertThat(partition.ask(3.6).room()).isEqualTo(1);
  }

  @Test
  void i_010_and_i_011_it_fills_up_to_its_capacity() {
    Gates.Partition partition = emptied(throttle(10, "PT60S", null), 0);
    assertThat(tokens(partition, 30)).isEqualTo(5, within(1e-9));
    assertThat(partition.ask(30).room()).isEqualTo(5);
    assertThat(tokens(partition, 3600)).isEqualTo(10);
    assertThat(partition.ask(3600).room()).isEqualTo(10);
  }

  @Test
  void i_013_a_burst_of_its_own() {
    Gates.Partition partition = new Gates.Partition(throttle(10, "PT60S", 20));
    assertThat(partition.tick(0, ENDLESS)).isEqualTo(20);
    assertThat(partition.tick(5, ENDLESS)).isZero();
    assertThat(partition.tick(6, ENDLESS)).isEqualTo(1);
    assertThat(partition.tick(60, ENDLESS)).isEqualTo(9);
  }

  @Test
  void i_014_rate_zero_denies_and_asks_again_after_a_period() {
    Gates.Partition zero = new Gates.Partition(throttle(0, "PT60S", null));
    assertThat(zero.ask(0)).isEqualTo(new Verdict(0, Reason.THROTTLE, at(60)));
    Throttle computed = throttle("${rate}", "PT60S", null);
    Limits limits = computed.limits(job(Map.of()));
    Gates.Partition none = new Gates.Partition(computed, limits, START);
    assertThat(none.ask(0)).isEqualTo(new Verdict(0, Reason.MISCONFIGURED, at(60)));
    assertThat(computed.missing(job(Map.of())))
        .containsExactly(new MissingLimit("rate", "${rate}", Set.of("rate")));
    assertThat(computed.missing(job(Map.of("rate", 1)))).isEmpty();
  }

  @Test
  void i_016_a_rate_below_one_gathers_a_whole_token() {
    Gates.Partition partition = new Gates.Partition(throttle(0.5, "PT1S", null));
    assertThat(partition.tick(0, ENDLESS)).isEqualTo(1);
    assertThat(partition.ask(0).askAgainAt()).isEqualTo(at(2));
    assertThat(partition.tick(1, ENDLESS)).isZero();
    assertThat(partition.tick(2, ENDLESS)).isEqualTo(1);
    assertThat(partition.tick(3, ENDLESS)).isZero();
    assertThat(partition.tick(4, ENDLESS)).isEqualTo(1);
  }

  @Test
  void i_018_the_rate_is_read_from_the_job() {
    Throttle rule = throttle("${rate}", "PT60S", null);
    Limits limits = rule.limits(job(Map.of("rate", 4)));
    assertThat(limits).isEqualTo(Limits.throttle(4.0, 60_000L, 4.0));
    assertThat(new Gates.Partition(rule, limits, START).tick(0, 10)).isEqualTo(4);
  }

  @Test
  void i_019_the_period_is_read_from_the_job() {
    Throttle rule = throttle(5, "${per}", null);
    for (Object per : new Object[] {"PT30S", 30_000}) {
      Limits limits = rule.limits(job(Map.of("per", per)));
      PartitionState empty = PartitionState.EMPTY.withTokens(0, START);
      assertThat(rule.tokens(empty, limits, at(30))).isEqualTo(5, within(1e-9));
    }
  }

  @Test
  void i_020_and_i_034_fixed_nonsense_can_not_be_built() {
    for (String period : new String[] {"PT0S", "PT-1S"}) {
      assertThatThrownBy(() -> throttle(1, period, null))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (double burst : new double[] {0.5, 0, -5, 9e18, Double.NaN}) {
      assertThatThrownBy(() -> throttle(1, "PT1S", burst))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void i_021_a_computed_period_of_zero_fails_for_the_job() {
    Throttle rule = throttle(5, "${per}", null);
    assertThatThrownBy(() -> rule.limits(job(Map.of("per", 0))))
        .isInstanceOf(EvaluationFailed.class);
  }

  @Test
  void i_023_a_clock_that_moves_back_takes_no_tokens() {
    Gates.Partition partition = emptied(throttle(60, "PT60S", null), 5);
    assertThat(tokens(partition, -3)).isEqualTo(5);
    assertThat(partition.ask(-3).room()).isEqualTo(5);
  }

  @Test
  void i_026_the_default_burst_keeps_the_fraction() {
    Gates.Partition partition = new Gates.Partition(throttle(1.5, "PT1S", null));
    int admitted = 0;
    for (int second = 0; second <= 10; second++) {
      admitted += partition.tick(second, ENDLESS);
    }
    assertThat(admitted).isEqualTo(17);
  }

  @Test
  void i_028_jobs_that_are_not_due_cost_nothing() {
    Gates.Partition partition = new Gates.Partition(throttle(10, "PT60S", null));
    assertThat(partition.tick(0, 3)).isEqualTo(3);
    assertThat(partition.state.tokens()).isEqualTo(7);
  }

  @Test
  void i_029_what_a_later_gate_refuses_costs_nothing() {
    Gates.Partition rate = new Gates.Partition(throttle(100, "PT60S", null));
    Gates.Partition slots = new Gates.Partition(new Concurrency("c", null, Gates.limit(2)));
    int admitted = Math.min(Math.min(rate.ask(0).room(), slots.ask(0).room()), 10);
    rate.state = rate.rule.charge(rate.state, rate.limits, admitted, START);
    assertThat(admitted).isEqualTo(2);
    assertThat(rate.state.tokens()).isEqualTo(98);
  }

  @Test
  void i_031_nothing_admitted_changes_nothing() {
    Gates.Partition partition = emptied(throttle(10, "PT60S", null), 1);
    PartitionState before = partition.state;
    assertThat(partition.rule.charge(before, partition.limits, 0, at(5))).isSameAs(before);
  }

  @Test
  void i_035_a_whole_token_survives_rounding() {
    for (double rate : new double[] {3, 7, 9, 11, 13, 49, 0.3, 1e-3}) {
      Gates.Partition partition = emptied(throttle(rate, "PT60S", null), 0);
      double oneToken = 60 / rate;
      assertThat(partition.ask(oneToken).room()).as("rate %s", rate).isEqualTo(1);
      partition.tick(oneToken, 1);
      assertThat(partition.state.tokens()).isBetween(0.0, 1e-6);
    }
  }

  @Test
  void i_036_a_bucket_outlives_a_restart() {
    Gates.Partition partition = new Gates.Partition(throttle(100, "PT24H", null));
    assertThat(partition.tick(0, ENDLESS)).isEqualTo(100);
    assertThat(tokens(partition, 1800)).isEqualTo(2.08, within(0.01));
  }
}
