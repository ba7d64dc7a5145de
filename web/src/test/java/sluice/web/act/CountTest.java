package sluice.web.act;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountTest {
  @Test
  void i_185_a_count_is_kept_within_bounds_and_what_is_none_is_one() {
    assertThat(Count.of("abc")).isEqualTo(1);
    assertThat(Count.of("10000000")).isEqualTo(10_000);
    assertThat(Count.of("9".repeat(99))).isEqualTo(10_000);
    assertThat(Count.of("-5")).isEqualTo(1);
    assertThat(Count.of("0")).isEqualTo(1);
    assertThat(Count.of(null)).isEqualTo(1);
    assertThat(Count.of("")).isEqualTo(1);
    assertThat(Count.of("17")).isEqualTo(17);
  }
}
