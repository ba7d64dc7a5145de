package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.job;
import static sluice.core.gate.Gates.throttle;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.core.expression.EvaluationFailed;
import sluice.core.reason.Reason;

/** BEHAVIOUR.md I.1, as far as one gate can tell. */
class ThrottleTest {
  private static final int ENDLESS = Integer.MAX_VALUE;

  private static Gates.Partition emptied(Throttle rule, double tokens) {
    Gates.Partition partition = new Gates.Partition(rule);
    partition.state = partition.state.withTokens(tokens, START);
    return partition;
  }

  private static double tokens(Gates.Partition partition, double seconds) {
    return ((Throttle) partition.rule).tokens(partition.state, partition.limits, at(seconds));
  }

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
  void a_clock_that_moves_back_gives_no_tokens_twice() {
    Gates.Partition partition = new Gates.Partition(throttle(60, "PT60S", null));
    assertThat(partition.tick(0, ENDLESS)).isEqualTo(60);
    assertThat(partition.tick(10, 9)).isEqualTo(9);
    assertThat(partition.tick(7, 1)).isEqualTo(1);
    assertThat(tokens(partition, 10)).isZero();
  }

  @Test
  void a_clock_set_back_for_good_does_not_stop_the_bucket() {
    Gates.Partition partition = new Gates.Partition(throttle(60, "PT60S", null));
    assertThat(partition.tick(0, ENDLESS)).isEqualTo(60);
    assertThat(partition.tick(-3600, ENDLESS)).isZero();
    assertThat(partition.state.refilledAt()).isEqualTo(at(-3600));
    assertThat(partition.tick(-3590, ENDLESS)).isEqualTo(10);
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

  @Test
  void a_lowered_burst_holds_at_once_and_a_raised_one_fills_by_the_rate() {
    Gates.Partition partition = new Gates.Partition(throttle(10, "PT60S", 20));
    partition.limits = Limits.throttle(10.0, 60_000L, 5.0);
    assertThat(partition.ask(0).room()).isEqualTo(5);
    partition.tick(0, 5);
    partition.limits = Limits.throttle(10.0, 60_000L, 50.0);
    assertThat(partition.ask(6).room()).isEqualTo(1);
  }

  @Test
  void a_closed_partition_lets_nothing_go_until_it_opens() {
    Gates.Partition partition = new Gates.Partition(throttle(10, "PT60S", null));
    partition.state = partition.state.withClosedUntil(at(30));
    assertThat(partition.ask(29.999)).isEqualTo(new Verdict(0, Reason.THROTTLE, at(30)));
    assertThat(partition.ask(30).room()).isEqualTo(10);
  }

  @Test
  void a_partition_that_was_another_gate_before_starts_full() {
    Throttle rule = throttle(10, "PT60S", null);
    assertThat(rule.ask(PartitionState.EMPTY, rule.fixedLimits(), START).room()).isEqualTo(10);
  }

  @Test
  void a_limit_set_by_hand_goes_before_the_rule() {
    Throttle standard = throttle(10, "PT60S", null);
    assertThat(standard.overridden(standard.fixedLimits(), 2.5))
        .isEqualTo(Limits.throttle(2.5, 60_000L, 3.0));
    Throttle own = throttle(10, "PT60S", 20);
    assertThat(own.overridden(own.fixedLimits(), 2.5))
        .isEqualTo(Limits.throttle(2.5, 60_000L, 20.0));
  }

  @Test
  void a_changed_number_beside_a_computed_one_holds_at_once() {
    Limits stored = Limits.throttle(7.0, 60_000L, 7.0);
    assertThat(throttle("${rate}", "PT30S", 9).inForce(stored))
        .isEqualTo(Limits.throttle(7.0, 30_000L, 9.0));
    assertThat(throttle("${rate}", "PT30S", null).inForce(stored))
        .isEqualTo(Limits.throttle(7.0, 30_000L, 7.0));
    assertThat(throttle("${rate}", "${per}", "${burst}").inForce(stored)).isEqualTo(stored);
    assertThat(throttle(3, "PT30S", null).inForce(stored))
        .isEqualTo(Limits.throttle(3.0, 30_000L, 3.0));
    assertThat(throttle("${rate}", "PT30S", null).inForce(null))
        .isEqualTo(Limits.throttle(null, 30_000L, null));
  }

  @Test
  void broken_rows_hand_out_nothing_and_throw_nothing() {
    Throttle rule = throttle(10, "PT60S", null);
    for (double tokens : new double[] {Double.NaN, -5, Double.NEGATIVE_INFINITY}) {
      PartitionState broken = PartitionState.EMPTY.withTokens(tokens, START);
      assertThat(rule.ask(broken, rule.fixedLimits(), START).room()).isZero();
      assertThat(rule.charge(broken, rule.fixedLimits(), 1, START).tokens()).isZero();
    }
    Limits nonsense = Limits.throttle(Double.NaN, 0L, Double.NaN);
    assertThat(rule.ask(PartitionState.EMPTY, nonsense, START).room()).isZero();
    PartitionState ancient = PartitionState.EMPTY.withTokens(0, Instant.MIN);
    assertThat(rule.ask(ancient, rule.fixedLimits(), START).room()).isEqualTo(10);
  }

  @Test
  void slow_rates_are_asked_again_within_ten_years() {
    Gates.Partition partition = emptied(throttle(1e-300, "P366D", null), 0);
    assertThat(partition.ask(0).askAgainAt())
        .isEqualTo(START.plus(java.time.Duration.ofDays(3650)));
  }
}
