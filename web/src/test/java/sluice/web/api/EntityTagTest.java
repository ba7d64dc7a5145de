package sluice.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.ejb.policy.Expected;
import sluice.web.problem.RequestRefused;

class EntityTagTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"7\"|7|true",
        "\"7\"|8|false",
        "\"7\"|0|false",
        "W/\"7\"|7|true",
        "7|7|true",
        " \"7\" |7|true",
        "\"1\", \"2\"|1|true",
        "\"1\", \"2\"|2|true",
        "\"1\",\"2\"|3|false",
        "\"1\" ,, W/\"2\",|2|true",
        "\"abc\"|1|false",
        "\"a,b\", \"3\"|3|true",
        "\"\"|1|false",
        "\"99999999999\"|1|false",
        "*|1|true",
        "*|0|false"
      })
  void if_match_holds_when_one_of_the_tags_is_in_force(String header, int inForce, boolean holds) {
    assertThat(EntityTag.expected(header, null).isMetBy(inForce)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*|0|true",
        "*|1|false",
        "\"7\"|7|false",
        "\"7\"|8|true",
        "\"7\"|0|true",
        "\"7\", \"8\"|8|false"
      })
  void if_none_match_holds_when_none_of_the_tags_is_in_force(
      String header, int inForce, boolean holds) {
    assertThat(EntityTag.expected(null, header).isMetBy(inForce)).isEqualTo(holds);
  }

  @Test
  void both_must_hold_and_neither_expects_anything() {
    assertThat(EntityTag.expected(null, null)).isSameAs(Expected.ANYTHING);
    assertThat(EntityTag.expected("*", "*").isMetBy(0)).isFalse();
    assertThat(EntityTag.expected("*", "\"2\"").isMetBy(2)).isFalse();
    assertThat(EntityTag.expected("*", "\"2\"").isMetBy(3)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ",", "abc", "\"7", "7\"", "\"7\" \"8\"", "-1", "w/\"7\"", "*, \"7\""})
  void what_is_no_list_of_tags_is_refused_with_what_is_allowed(String header) {
    assertThatThrownBy(() -> EntityTag.expected(header, null))
        .isInstanceOfSatisfying(
            RequestRefused.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(400);
              assertThat(new String(refused.problem().json(), StandardCharsets.UTF_8))
                  .contains("\"path\":\"If-Match\"", "\"value\":\"\\\"", "as ETag gave them");
            });
  }
}
