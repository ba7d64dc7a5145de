package sluice.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.ejb.namespace.NamespaceRefused;
import sluice.web.problem.Problem;
import sluice.web.problem.RequestRefused;

/** BEHAVIOUR.md I-244: what a ceiling may be. */
class CeilingBodyTest {
  private static CeilingBody read(String json) {
    return CeilingBody.of(Body.object(json, List.of("maxInFlight", "reason")));
  }

  @Test
  void i_244_a_number_or_null_with_or_without_a_reason() {
    assertThat(read("{\"maxInFlight\": 0}")).isEqualTo(new CeilingBody(0, null));
    assertThat(read("{\"maxInFlight\": 1000000, \"reason\": \"launch\"}"))
        .isEqualTo(new CeilingBody(1_000_000, "launch"));
    assertThat(read("{\"maxInFlight\": null}")).isEqualTo(new CeilingBody(null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "1000001", "2.5", "1e400", "1e999999999", "-0.1", "true", "[1]", "{}"})
  void i_244_anything_else_is_refused_with_field_value_and_what_is_allowed(String value) {
    assertThatThrownBy(() -> read("{\"maxInFlight\": " + value + "}"))
        .isInstanceOfSatisfying(
            NamespaceRefused.class,
            e -> {
              assertThat(e.fault().path()).isEqualTo("maxInFlight");
              assertThat(e.fault().value()).isNotEmpty();
              assertThat(e.fault().allowed()).contains("null", "0", "1,000,000");
            });
  }

  @Test
  void i_244_text_is_no_number() {
    assertThatThrownBy(() -> read("{\"maxInFlight\": \"7\"}"))
        .isInstanceOf(NamespaceRefused.class)
        .hasMessageContaining("\"7\"");
  }

  @Test
  void a_body_without_the_field_or_with_another_one_is_refused() {
    assertThatThrownBy(() -> read("{}")).hasMessageContaining("maxInFlight");
    assertThatThrownBy(() -> read("{\"maxInFlight\": 1, \"max\": 2}"))
        .hasMessageContaining("there is no such field");
    assertThatThrownBy(() -> read("{\"maxInFlight\": 1, \"reason\": 2}"))
        .isInstanceOf(RequestRefused.class);
  }

  @Test
  void a_refusal_as_a_problem_names_the_field_the_value_and_what_is_allowed() {
    NamespaceRefused refused = NamespaceRefused.ceiling("-1");
    byte[] json = Problem.faults(List.of(refused.fault()), "refused").json();
    assertThat(new String(json, StandardCharsets.UTF_8))
        .contains("\"status\":400", "\"path\":\"maxInFlight\"", "\"value\":\"-1\"", "suspended");
  }
}
