package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RetryRuleTest {
  @Test
  void doubles_up_to_the_longest_delay() {
    RetryRule rule = new RetryRule(5, Duration.ofSeconds(1), 2, Duration.ofSeconds(5));
    assertThat(rule.delayAfter(1)).contains(Duration.ofSeconds(1));
    assertThat(rule.delayAfter(2)).contains(Duration.ofSeconds(2));
    assertThat(rule.delayAfter(3)).contains(Duration.ofSeconds(4));
    assertThat(rule.delayAfter(4)).contains(Duration.ofSeconds(5));
    assertThat(rule.delayAfter(5)).isEmpty();
    assertThat(rule.delayAfter(Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void one_attempt_means_no_retry() {
    assertThat(new RetryRule(1, Duration.ZERO, 1, Duration.ZERO).delayAfter(1)).isEmpty();
  }

  @Test
  void no_delay_is_a_delay() {
    RetryRule rule = new RetryRule(3, Duration.ZERO, 1000, Duration.ofDays(7));
    assertThat(rule.delayAfter(2)).contains(Duration.ZERO);
  }

  @Test
  void jitter_has_a_range() {
    for (double bad : new double[] {-0.1, 1, Double.NaN}) {
      assertThatThrownBy(() -> RetryRule.DEFAULT.delayAfter(1, bad))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Property
  void never_shorter_than_without_jitter_never_longer_than_the_longest(
      @ForAll @IntRange(min = -1, max = 2000) int failures,
      @ForAll @LongRange(min = 0, max = 604_800_000) long backoff,
      @ForAll @DoubleRange(min = 1, max = 1000) double factor,
      @ForAll @DoubleRange(min = 0, max = 0.99) double jitter) {
    RetryRule rule = new RetryRule(1000, Duration.ofMillis(backoff), factor, Duration.ofDays(7));
    assertThat(rule.delayAfter(failures).isEmpty()).isEqualTo(failures >= 1000);
    rule.delayAfter(failures, jitter)
        .ifPresent(delay ->
            assertThat(delay)
                .isBetween(rule.delayAfter(failures).orElseThrow(), Duration.ofDays(7)));
  }
}
