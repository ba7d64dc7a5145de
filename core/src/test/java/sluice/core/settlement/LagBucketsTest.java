package sluice.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LagBucketsTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 4", "3, 7", "4, 8", "5, 10", "1000, 40", "1024, 40", "1025, 41"})
  void a_lag_is_in_the_first_bucket_that_holds_it(long millis, int bucket) {
    assertThat(LagBuckets.of(millis)).isEqualTo(bucket);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 7, 59, 1_000, 86_400_000, 31_536_000_000L})
  void a_bucket_says_less_than_a_fifth_too_much(long millis) {
    assertThat(LagBuckets.upperMillis(LagBuckets.of(millis)))
        .isBetween((double) millis, millis * 1.2);
  }

  @Test
  void a_percentile_is_the_bucket_that_holds_the_attempt_of_that_rank() {
    Map<Integer, Long> attempts = Map.of(0, 50L, 8, 49L, 40, 1L);
    assertThat(LagBuckets.percentile(attempts, 0.5)).contains(Duration.ofMillis(1));
    assertThat(LagBuckets.percentile(attempts, 0.51)).contains(Duration.ofMillis(4));
    assertThat(LagBuckets.percentile(attempts, 0.99)).contains(Duration.ofMillis(4));
    assertThat(LagBuckets.percentile(attempts, 1)).contains(Duration.ofMillis(1024));
    assertThat(LagBuckets.percentile(Map.of(), 0.5)).isEmpty();
  }
}
