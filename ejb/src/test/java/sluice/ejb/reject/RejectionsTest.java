package sluice.ejb.reject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class RejectionsTest {
  @Test
  void messages_are_counted_by_reason() {
    Rejections rejections = new Rejections();
    assertThat(rejections.byReason()).isEmpty();
    rejections.count("UNREADABLE");
    rejections.count("UNKNOWN_POLICY");
    rejections.count("UNKNOWN_POLICY");
    assertThat(rejections.byReason())
        .containsExactly(entry("UNKNOWN_POLICY", 2L), entry("UNREADABLE", 1L));
  }
}
