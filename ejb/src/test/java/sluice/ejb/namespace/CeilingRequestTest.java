package sluice.ejb.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.ejb.policy.SaveRequest;

class CeilingRequestTest {
  private static final SaveRequest.By ANN = new SaveRequest.By("ann", null);

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "a\0b", "\uD800"})
  void i_239_a_name_that_is_none_is_refused(String name) {
    assertThatThrownBy(() -> new CeilingRequest(name, 1, ANN))
        .isInstanceOf(NamespaceRefused.class)
        .hasMessageStartingWith("name: ");
  }

  @Test
  void a_name_is_at_most_512_characters_and_is_never_cut_or_folded() {
    assertThat(new CeilingRequest("ä".repeat(512), 1, ANN).name()).hasSize(512);
    assertThat(new CeilingRequest(" Acme/1 ", null, ANN).name()).isEqualTo(" Acme/1 ");
    assertThatThrownBy(() -> new CeilingRequest("x".repeat(513), 1, ANN))
        .hasMessageContaining("512");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1_000_001})
  void i_244_a_ceiling_out_of_bounds_is_refused_with_its_value(int ceiling) {
    assertThatThrownBy(() -> new CeilingRequest("acme", ceiling, ANN))
        .hasMessageContaining("maxInFlight: " + ceiling + " is not allowed");
  }
}
