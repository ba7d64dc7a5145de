package sluice.web.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.ejb.namespace.NamespaceRefused;
import sluice.ejb.namespace.NamespaceState;

class BadgeTest {
  @Test
  void shows_what_is_in_flight_of_the_ceiling() {
    assertThat(badge(3, 20)).isEqualTo(new Badge("3 / 20", false, "3 of 20 in flight"));
    assertThat(badge(3, null).text()).isEqualTo("3 / no ceiling");
  }

  @Test
  void at_the_ceiling_it_is_throttled_and_a_ceiling_of_zero_always_is() {
    assertThat(badge(1_000, 1_000).says()).isEqualTo("Throttled: 1,000 of 1,000 in flight");
    assertThat(badge(21, 20).full()).isTrue();
    assertThat(badge(0, 0).full()).isTrue();
  }

  @Test
  void a_ceiling_is_said_in_words() {
    assertThat(NamespaceActs.words(null)).contains("default");
    assertThat(NamespaceActs.words(0)).startsWith("Suspended");
    assertThat(NamespaceActs.words(1_000)).contains("1,000");
    assertThatThrownBy(() -> NamespaceActs.number("many")).isInstanceOf(NamespaceRefused.class);
  }

  private static Badge badge(int inFlight, @Nullable Integer ceiling) {
    return Badge.of(
        new NamespaceState(
            "acme",
            ceiling,
            ceiling,
            inFlight,
            new NamespaceState.History("staged", Instant.EPOCH)));
  }
}
