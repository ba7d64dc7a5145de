package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.emptied;
import static sluice.core.gate.Gates.throttle;
import static sluice.core.gate.Gates.tokens;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import sluice.core.reason.Reason;

/**
 * What a throttle does beyond the numbered cases: clocks, limits that change, closed partitions,
 * broken rows.
 */
class ThrottleEdgesTest {
  private static final int ENDLESS = Integer.MAX_VALUE;

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
