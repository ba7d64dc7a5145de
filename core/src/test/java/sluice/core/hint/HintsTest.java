package sluice.core.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.core.reason.Reason;

class HintsTest {
  private boolean paused;
  private long pending;
  private Duration eligibleFor = Duration.ZERO;
  private List<Long> trend = List.of();
  private long unseen;
  private @Nullable Reason often;
  private @Nullable Reason now;
  private long admitted;
  private long admittedSince;
  private long inFlight;
  private long unforwarded;
  private int target;
  private Duration tickMean = Duration.ZERO;
  private Duration tickLimit = Duration.ZERO;
  private long partitions;
  private long difference;

  private List<Hint> hints() {
    return Hints.of(
        new HintFigures(
            paused,
            new HintFigures.Backlog(
                pending, eligibleFor, trend, unseen, new HintFigures.Held(often, now, inFlight)),
            new HintFigures.Flow(admitted, Math.max(admitted, admittedSince), unforwarded, target),
            new HintFigures.Load(tickMean, tickLimit, partitions),
            difference));
  }

  /** "RULE SEVERITY" of each hint; "" for none. */
  private String told() {
    return String.join(", ", hints().stream().map(h -> h.rule() + " " + h.severity()).toList());
  }

  @Test
  void quiet_figures_say_nothing() {
    assertThat(hints()).isEmpty();
  }

  @Test
  void i_191_a_paused_policy_has_exactly_one_hint() {
    paused = true;
    pending = 1_000_000;
    eligibleFor = Duration.ofHours(5);
    unforwarded = 50;
    difference = 3;
    assertThat(told()).isEqualTo("PAUSED WARN");
  }

  @ParameterizedTest
  @CsvSource({
    "14000, ''",
    "14999, ''",
    "15000, TICK_TIME WARN",
    "16000, TICK_TIME WARN",
    "21249, TICK_TIME WARN",
    "21250, TICK_TIME CRITICAL",
    "22000, TICK_TIME CRITICAL",
    "0, ''"
  })
  void i_186_ticks_against_what_they_may_take(long mean, String told) {
    tickMean = Duration.ofMillis(mean);
    tickLimit = Duration.ofMillis(25_000);
    assertThat(told()).isEqualTo(told);
    tickLimit = Duration.ZERO;
    assertThat(told()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "29, 1, ''",
    "30, 1, BACKLOG INFO",
    "119, 1, BACKLOG INFO",
    "120, 1, BACKLOG WARN",
    "0, 1, ''",
    "59, 2, ''"
  })
  void a_backlog_in_minutes_at_the_rate_of_the_last_one(long waits, long goes, String told) {
    pending = waits;
    admitted = goes;
    assertThat(told()).isEqualTo(told);
  }

  @Test
  void a_growing_backlog_is_told_while_something_goes() {
    trend = List.of(10L, 10L, 20L);
    pending = 20;
    admitted = 100;
    assertThat(told()).isEqualTo("GROWING WARN");
    admitted = 0;
    assertThat(told()).isEmpty();
    pending = 0;
    admitted = 100;
    assertThat(told()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000, ''",
    "5, 1000, ''",
    "9, 1000, ''",
    "10, 1000, FORWARDING WARN",
    "20, 1000, FORWARDING WARN",
    "49, 1000, FORWARDING WARN",
    "50, 1000, FORWARDING CRITICAL",
    "100, 1000, FORWARDING CRITICAL",
    "5, 0, FORWARDING CRITICAL"
  })
  void i_188_i_194_what_the_broker_does_not_take(long stuck, long goes, String told) {
    unforwarded = stuck;
    admitted = goes;
    assertThat(told()).isEqualTo(told);
  }

  @Test
  void i_189_what_no_tick_looked_at_and_very_many_partitions() {
    unseen = 7;
    assertThat(told()).isEqualTo("UNSEEN WARN");
    assertThat(hints().getFirst().sentence()).startsWith("7 ");
    unseen = 0;
    partitions = 49_999;
    assertThat(told()).isEmpty();
    partitions = 50_000;
    assertThat(told()).isEqualTo("PARTITIONS INFO");
    partitions = 60_000;
    assertThat(told()).isEqualTo("PARTITIONS INFO");
  }

  @ParameterizedTest
  @CsvSource({
    "180000, 3500, TARGET WARN",
    "180000, 0, ''",
    "41999, 1000, ''",
    "42000, 1000, TARGET WARN",
    "56999, 1000, TARGET WARN",
    "57000, 1000, TARGET CRITICAL"
  })
  void i_190_the_rate_against_what_was_measured(long goes, int measured, String told) {
    admitted = goes;
    target = measured;
    assertThat(told()).isEqualTo(told);
  }

  @Test
  void i_190_the_part_is_told_in_percent() {
    admitted = 180_000;
    target = 3_500;
    assertThat(hints().getFirst().sentence()).contains("3,000 jobs a second", "86 %");
  }

  @Test
  void i_193_work_that_could_go_and_does_not_is_stalled() {
    pending = 50;
    eligibleFor = Duration.ofSeconds(59);
    assertThat(told()).as("a minute is not over").isEmpty();
    eligibleFor = Duration.ofSeconds(60);
    assertThat(told()).isEqualTo("STALLED CRITICAL");
    admittedSince = 1;
    assertThat(told()).isEmpty();
    admittedSince = 0;
    pending = 0;
    assertThat(told()).isEmpty();
  }

  @Test
  void one_job_is_one() {
    pending = 1;
    eligibleFor = Duration.ofSeconds(60);
    assertThat(hints().getFirst().text()).startsWith("Stalled: 1 job is due and ");
    now = Reason.QUOTA;
    inFlight = 1;
    assertThat(hints().getFirst().text()).startsWith("1 job waits and ");
    pending = 1_200;
    assertThat(hints().getFirst().text()).startsWith("1,200 jobs wait and ");
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void all_slots_taken_is_not_stalled(Reason why) {
    pending = 50;
    eligibleFor = Duration.ofSeconds(60);
    now = why;
    inFlight = 3;
    boolean slots =
        List.of(Reason.QUOTA, Reason.CONCURRENCY, Reason.ADAPTIVE, Reason.GLOBAL_CAP).contains(why);
    assertThat(told()).isEqualTo(slots ? "FULL WARN" : "STALLED CRITICAL");
    assertThat(hints().getFirst().text()).contains(why.name()).endsWith(".");
    inFlight = 0;
    assertThat(told()).as("no slot is held").isEqualTo("STALLED CRITICAL");
  }

  @Test
  void what_denied_minutes_ago_and_is_open_again_is_not_told_as_what_holds_now() {
    pending = 50;
    eligibleFor = Duration.ofSeconds(60);
    inFlight = 3;
    often = Reason.CONCURRENCY;
    assertThat(told()).isEqualTo("STALLED CRITICAL");
    assertThat(hints().getFirst().text())
        .contains("no gate holds it")
        .doesNotContain("CONCURRENCY");
    assertThat(hints().getFirst().knob()).contains("tick-failed");
  }

  @Test
  void what_grows_names_the_limit_that_held_it_back_most_often() {
    pending = 100;
    admitted = 1;
    trend = List.of(10L, 10L, 20L);
    often = Reason.GLOBAL_CAP;
    now = Reason.QUOTA;
    assertThat(hints())
        .extracting(Hint::rule)
        .containsExactly(Hint.Rule.BACKLOG, Hint.Rule.GROWING);
    assertThat(hints())
        .allSatisfy(h -> assertThat(h.text()).endsWith("Raise the policy's globalCap."));
  }

  @Test
  void a_difference_of_the_auditor_is_told() {
    difference = -2;
    assertThat(told()).isEqualTo("DIFFERENCE CRITICAL");
  }

  @Test
  void every_hint_ends_with_its_knob() {
    pending = 100_000;
    eligibleFor = Duration.ofHours(1);
    admitted = 600;
    trend = List.of(1L, 2L, 3L);
    unforwarded = 600;
    target = 10;
    tickMean = Duration.ofSeconds(1);
    tickLimit = Duration.ofSeconds(1);
    unseen = 1;
    partitions = 50_000;
    difference = 1;
    assertThat(hints()).hasSize(8);
    assertThat(hints()).allSatisfy(h -> assertThat(h.text()).endsWith(h.knob()));
    assertThat(hints()).allSatisfy(h -> assertThat(h.knob()).matches("[A-Z].*\\."));
  }

  @ParameterizedTest
  @CsvSource({
    "10 10 10 10 10 11, FLAT",
    "10 10 10 10 10 12, UP",
    "0 0 0 0 0 1, UP",
    "100 100 100 109 109 109, FLAT",
    "100 100 100 110 110 110, UP",
    "100 100 100 90 90 90, DOWN",
    "1 100, FLAT",
    "0 0 0, FLAT",
    "'', FLAT"
  })
  void i_195_a_trend_compares_the_last_third_with_the_first(String series, Trend trend) {
    List<Long> points =
        series.isEmpty() ? List.of() : Arrays.stream(series.split(" ")).map(Long::valueOf).toList();
    assertThat(Trend.of(points)).isEqualTo(trend);
  }
}
