package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
  private static final List<String> FIELDS =
      List.of("name", "type", "key", "rate", "period", "burst");

  @Test
  void finds_what_was_meant() {
    assertThat(Spelling.closest("brust", FIELDS)).isEqualTo("burst");
    assertThat(Spelling.closest("Rate", FIELDS)).isEqualTo("rate");
    assertThat(Spelling.closest("peroid", FIELDS)).isEqualTo("period");
    assertThat(Spelling.closest("keys", FIELDS)).isEqualTo("key");
  }

  @Test
  void and_does_not_guess() {
    assertThat(Spelling.closest("colour", FIELDS)).isNull();
    assertThat(Spelling.closest("", FIELDS)).isNull();
    assertThat(Spelling.closest("x".repeat(100), FIELDS)).isNull();
  }
}
