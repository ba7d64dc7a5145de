package sluice.web.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditLineTest {
  @Test
  void only_what_differs_is_shown() {
    assertThat(
            AuditLine.changes(
                "{\"paused\": false, \"version\": 3}",
                "{\"paused\": true, \"version\": 3, \"by\": \"x\"}"))
        .containsExactly(
            new AuditLine.Change("by", "–", "x"), new AuditLine.Change("paused", "false", "true"));
    assertThat(AuditLine.changes(null, null)).isEmpty();
    assertThat(AuditLine.changes("{\"a\": 1}", null))
        .containsExactly(new AuditLine.Change("a", "1", "–"));
  }
}
