package sluice.web.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import sluice.ejb.broadcast.EventSnapshot;
import sluice.ejb.broadcast.PublishedEvent;

class StreamTextTest {
  private final StreamText text = new StreamText(Duration.ofSeconds(1));

  private static String of(byte[] frame) {
    return new String(frame, StandardCharsets.UTF_8);
  }

  @Test
  void a_snapshot_carries_the_number_it_is_consistent_with() {
    EventSnapshot state = new EventSnapshot(17, new UUID(1, 2), 1_000, "[{}]", "[]");
    assertThat(of(text.snapshot(state)))
        .isEqualTo(
            """
            retry: 2000
            id: 17
            event: snapshot
            data: {"seq":17,"epoch":"00000000-0000-0001-0000-000000000002","observedAt":1000,"cadenceMs":1000,"namespaces":[{}],"policies":[]}

            """);
  }

  @Test
  void an_event_has_its_number_its_type_and_a_body_of_one_line() {
    List<PublishedEvent> events =
        List.of(
            new PublishedEvent(18, "JobDead", "{\"jobId\" : \"ü\"}"),
            new PublishedEvent(19, "PolicyPaused", "{\n \"policy\" :\r\n \"p\"}"));
    assertThat(of(text.events(events)))
        .isEqualTo(
            """
            id: 18
            event: JobDead
            data: {"jobId" : "ü"}

            id: 19
            event: PolicyPaused
            data: {  "policy" :   "p"}

            """);
  }

  @Test
  void signs_of_life_are_comments_and_the_last_word_moves_no_number() {
    assertThat(of(text.beat(0))).isEqualTo(":\n\n");
    assertThat(of(text.beat(5))).isEqualTo(": sampled 5\n\n");
    assertThat(of(text.lagged(7))).isEqualTo("event: lagged\ndata: {\"after\":7}\n\n");
    assertThat(of(text.resumed())).doesNotContain("id:", "data:");
  }
}
