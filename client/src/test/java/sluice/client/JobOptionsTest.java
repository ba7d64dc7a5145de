package sluice.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobOptionsTest {

  private final JobOptions options = JobOptions.forPolicy("mails");

  @ParameterizedTest
  @ValueSource(ints = {-1, 10})
  void refuses_a_priority_that_jms_does_not_have(int priority) {
    assertThatThrownBy(() -> options.priority(priority)).hasMessageContaining("0 to 9");
  }

  @Test
  void refuses_properties_in_its_own_name_space() {
    assertThatThrownBy(() -> options.property("sluice_job_id", "mine"))
        .hasMessageContaining("sluice_job_id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "account-id", "1st", "a b"})
  void refuses_names_that_jms_does_not_allow(String name) {
    assertThatThrownBy(() -> options.property(name, 1)).hasMessageContaining("Java identifier");
  }

  @Test
  void refuses_values_that_jms_does_not_carry() {
    assertThatThrownBy(() -> options.properties(Map.of("amount", BigDecimal.TEN)))
        .hasMessageContaining("java.math.BigDecimal");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void refuses_blank_names(String blank) {
    assertThatThrownBy(() -> JobOptions.forPolicy(blank)).hasMessageContaining("policy");
    assertThatThrownBy(() -> options.namespace(blank)).hasMessageContaining("namespace");
    assertThatThrownBy(() -> options.jobKey(blank)).hasMessageContaining("job key");
    assertThatThrownBy(() -> options.dedupeKey(blank)).hasMessageContaining("dedupe key");
  }

  @Test
  void refuses_a_time_to_live_of_nothing() {
    assertThatThrownBy(() -> options.timeToLive(Duration.ZERO)).hasMessageContaining("1 ms");
  }
}
