package sluice.web.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import sluice.ejb.control.ControlRefused;

class PartitionActsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void a_limit_ends_after_a_span_that_the_form_offers() {
    assertThat(PartitionActs.until("PT1H", NOW)).isEqualTo("2026-11-30T13:00:00Z");
    assertThat(PartitionActs.until("", NOW)).isNull();
    assertThatThrownBy(() -> PartitionActs.until("P900Y", NOW)).isInstanceOf(ControlRefused.class);
  }

  @Test
  void a_limit_is_a_number() {
    assertThat(PartitionActs.limit(" 2.5 ")).isEqualTo(2.5);
    assertThatThrownBy(() -> PartitionActs.limit("<b>")).isInstanceOf(ControlRefused.class);
    assertThatThrownBy(() -> PartitionActs.limit("")).isInstanceOf(ControlRefused.class);
  }
}
