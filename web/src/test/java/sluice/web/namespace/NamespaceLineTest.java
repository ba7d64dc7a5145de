package sluice.web.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.ejb.namespace.NamespaceRefused;
import sluice.ejb.namespace.NamespaceState;

class NamespaceLineTest {
  @Test
  void at_its_ceiling_a_namespace_is_full_and_with_a_ceiling_of_zero_it_always_is() {
    assertThat(line(3, 20).full()).isFalse();
    assertThat(line(20, 20).full()).isTrue();
    assertThat(line(21, 20).full()).isTrue();
    assertThat(line(0, 0).full()).isTrue();
    assertThat(line(3, null).full()).isFalse();
    assertThat(line(0, 0).source()).isEqualTo("suspended");
    assertThat(line(0, 5).source()).isEqualTo("its own");
    assertThat(line(0, null).source()).isEqualTo("platform's default");
  }

  @Test
  void a_ceiling_is_said_in_words() {
    assertThat(NamespaceActs.words(null)).contains("default");
    assertThat(NamespaceActs.words(0)).startsWith("Suspended");
    assertThat(NamespaceActs.words(1_000)).contains("1,000");
    assertThatThrownBy(() -> NamespaceActs.number("many")).isInstanceOf(NamespaceRefused.class);
  }

  private static NamespaceLine line(int inFlight, @Nullable Integer ceiling) {
    return new NamespaceLine(
        new NamespaceState(
            "acme",
            ceiling,
            ceiling,
            inFlight,
            new NamespaceState.History("staged", Instant.EPOCH)));
  }
}
