package sluice.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.web.problem.RequestRefused;

class BodyTest {
  private static final List<String> FIELDS = List.of("limit", "reason");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"reason\":\"a\",\"reason\":\"a\"}|reason|stands twice",
        "{\"limit\":1,\"reason\":\"x\",\"limit\":2}|limit|stands twice",
        "{\"limit\":{\"a\":1,\"b\":[{}],\"a\":2}}|limit.a|stands twice",
        "{\"limit\":[0,{\"a\":1,\"a\":2}]}|limit.a|stands twice",
        "{\"\\u0072eason\":\"a\",\"reason\":\"b\"}|reason|stands twice",
        "{\"reasons\":\"x\"}|reasons|the fields are limit, reason",
        "{\"limit\":1,\"\":2}||no such field"
      })
  void a_field_that_stands_twice_or_is_none_is_refused_by_its_name(
      String json, String path, String allowed) {
    assertThatThrownBy(() -> Body.object(json, FIELDS))
        .isInstanceOfSatisfying(
            RequestRefused.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(400);
              assertThat(new String(refused.problem().json(), StandardCharsets.UTF_8))
                  .contains("\"path\":\"" + (path == null ? "" : path) + "\"", allowed);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "{}", "{\"limit\":{\"a\":1},\"reason\":null}"})
  void what_is_right_is_taken(String json) {
    assertThat(Body.object(json, FIELDS).keySet()).isSubsetOf(FIELDS);
  }

  @Test
  void what_is_no_text_is_refused_with_field_value_and_what_is_allowed() {
    assertThatThrownBy(() -> Body.member(Body.object("{\"reason\":7}", FIELDS), "reason"))
        .isInstanceOfSatisfying(
            RequestRefused.class,
            refused ->
                assertThat(new String(refused.problem().json(), StandardCharsets.UTF_8))
                    .contains(
                        "\"detail\":\"reason: 7 is not allowed; a string\"",
                        "{\"path\":\"reason\",\"value\":\"7\",\"allowed\":\"a string\"}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"limit\":\"5\"}|\\\"5\\\"|limit: \\\"5\\\" is not allowed; a number",
        "{\"limit\":null}|null|limit: null is not allowed; a number",
        "{}||limit: missing; a number"
      })
  void a_refusal_shows_what_stands_in_the_field(String json, String value, String detail) {
    String problem =
        new String(
            Body.refused(Body.object(json, FIELDS), "limit", "a number").problem().json(),
            StandardCharsets.UTF_8);
    assertThat(problem)
        .contains("\"detail\":\"" + detail + "\"")
        .contains(
            "{\"path\":\"limit\",\"value\":\""
                + (value == null ? "" : value)
                + "\",\"allowed\":\""
                + (value == null ? "missing; " : "")
                + "a number\"}");
  }

  @Test
  void what_is_no_object_or_too_deep_is_refused() {
    for (String json : List.of("[]", "1", "{", "{\"limit\":" + "[".repeat(20_000))) {
      assertThatThrownBy(() -> Body.object(json, FIELDS)).isInstanceOf(RequestRefused.class);
    }
  }
}
