package sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutcomeTest {

  @Test
  void keeps_an_error_of_4000_characters() {
    String text = "x".repeat(4_000);

    assertThat(Outcome.failure(text)).isEqualTo(new Outcome.Failure(text, Duration.ZERO));
  }

  @Test
  void cuts_a_longer_error() {
    assertThat(Outcome.reject("x".repeat(4_001))).isEqualTo(Outcome.reject("x".repeat(4_000)));
  }

  @Test
  void never_cuts_a_character_in_half() {
    assertThat(Outcome.reject("x".repeat(3_999) + "😀"))
        .isEqualTo(Outcome.reject("x".repeat(3_999)));
  }

  @Test
  void reads_a_retry_after_in_the_past_as_none() {
    assertThat(Outcome.later(Duration.ofSeconds(-5))).isEqualTo(Outcome.later(Duration.ZERO));
  }
}
