package sluice.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.reason.Reason;
import sluice.ejb.observe.PartitionView;
import sluice.ejb.observe.Stats;

/** What the pages make of figures and addresses. */
class WordsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

  @Test
  void without_an_open_batch_there_is_no_age() {
    assertThat(new Show().openBatch(new Stats.Outbox(null, 0))).isEqualTo("none");
    assertThat(new Show().openBatch(new Stats.Outbox(NOW, 12_000))).isEqualTo("12 s");
  }

  @Test
  void an_address_that_makes_no_sense_asks_for_the_first_page() {
    PartitionQuestion usual = PartitionQuestion.of(Map.of(), 1);
    assertThat(usual).isEqualTo(new PartitionQuestion("", "", "gate", false, 1));
    for (String page : new String[] {"-1", "0", "1e9", "abc", "1.5", "99999999999999999999"}) {
      assertThat(PartitionQuestion.of(Map.of("page", page), 1)).isEqualTo(usual);
    }
    assertThat(
            PartitionQuestion.of(
                Map.of("sort", "id; drop table x", "dir", "sideways", "q", "x".repeat(10_000)), 1))
        .isEqualTo(usual);
    assertThat(PartitionQuestion.of(Map.of("q", "a\0b"), 1)).isEqualTo(usual);
    assertThat(PartitionQuestion.of(Map.of("q", "_", "page", "3", "sort", "lag", "dir", "desc"), 1))
        .isEqualTo(new PartitionQuestion("", "_", "lag", true, 3));
  }

  @Test
  void of_several_keyed_gates_what_is_of_one_key_stands_together() {
    assertThat(PartitionQuestion.of(Map.of(), 2).sort()).isEqualTo("key");
    assertThat(PartitionQuestion.of(Map.of("sort", "gate"), 2).sort()).isEqualTo("gate");
  }

  @Test
  void i_175_partitions_of_two_gates_that_show_the_same_are_one_row() {
    PartitionLine a = line("a", "acme", 3, 5);
    PartitionLine b = line("b", "acme", 3, 5);
    assertThat(PartitionLine.merged(List.of(a, line("a", "globex", 3, 5), b)))
        .extracting(PartitionLine::gates)
        .containsExactly(List.of("a", "b"), List.of("a"));
    assertThat(PartitionLine.merged(List.of(a, line("b", "acme", 2, 5)))).hasSize(2);
    assertThat(PartitionLine.merged(List.of(a, line("b", "acme", 3, 9)))).hasSize(2);
  }

  private static PartitionLine line(String gate, String key, int inFlight, double limit) {
    PartitionView view =
        new PartitionView(
            gate,
            key,
            inFlight,
            new PartitionView.Limit(
                gate.equals("a") ? "concurrency" : "other", limit, null, null, null),
            new PartitionView.Door(null, null, null));
    return new PartitionLine(view, Standing.of(view, false, NOW));
  }

  @Test
  void spans_have_two_units_and_are_never_negative() {
    assertThat(Show.span(Duration.ofSeconds(-5))).isEqualTo("under 1 s");
    assertThat(Show.span(Duration.ofSeconds(59))).isEqualTo("59 s");
    assertThat(Show.span(Duration.ofSeconds(3_599))).isEqualTo("59 min 59 s");
    assertThat(Show.span(Duration.ofSeconds(3_660))).isEqualTo("1 h 1 min");
    assertThat(Show.span(Duration.ofHours(50))).isEqualTo("2 d 2 h");
  }

  @Test
  void numbers_are_grouped() {
    assertThat(new Show().count(1_234_567)).isEqualTo("1,234,567");
    assertThat(new Show().decimal(1234.567)).isEqualTo("1,234.57");
    assertThat(new Show().decimal(null)).isEqualTo("–");
    assertThat(new Show().millis(104.98)).isEqualTo("105 ms");
    assertThat(new Show().millis(1_234.0)).isEqualTo("1.23 s");
    assertThat(new Show().percent(60.77)).isEqualTo("60.8 %");
  }

  @Test
  void i_181_denials_come_most_frequent_first_and_in_words() {
    assertThat(Denial.of(Map.of("CONCURRENCY", 1L, "THROTTLE", 3L, "LATER", 1L)))
        .extracting(Denial::words)
        .containsExactly("rate used up", "LATER", "concurrency limit reached");
  }

  @Test
  void a_partition_says_why_it_is_shut() {
    assertThat(standing(null, null).open()).isTrue();
    assertThat(standing(Reason.CONCURRENCY, null).words()).isEqualTo("concurrency limit reached");
    assertThat(standing(Reason.THROTTLE, null).words()).isEqualTo("rate used up");
    assertThat(standing(Reason.THROTTLE, NOW.plusSeconds(1)).words())
        .isEqualTo("closed for a while");
    assertThat(standing(Reason.THROTTLE, NOW.minusSeconds(1)).words()).isEqualTo("rate used up");
    assertThat(standing(Reason.MISCONFIGURED, null).words()).isEqualTo("limit missing");
    assertThat(Standing.of(view("gone", null, null), false, NOW).words()).isEqualTo("gate gone");
    assertThat(Standing.of(view("concurrency", null, null), true, NOW).words()).isEqualTo("paused");
  }

  private static Standing standing(@Nullable Reason reason, @Nullable Instant closedUntil) {
    return Standing.of(view("concurrency", reason, closedUntil), false, NOW);
  }

  private static PartitionView view(
      String type, @Nullable Reason reason, @Nullable Instant closedUntil) {
    return new PartitionView(
        "gate",
        "key",
        1,
        new PartitionView.Limit(type, 2.0, null, null, null),
        new PartitionView.Door(reason, closedUntil, null));
  }
}
