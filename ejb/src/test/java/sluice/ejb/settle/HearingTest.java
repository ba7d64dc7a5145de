package sluice.ejb.settle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who is silent while nobody can be heard has lost nothing yet. */
class HearingTest {
  private static final long SECOND = 1_000_000_000L;

  private final Hearing hearing = new Hearing();

  /** A look every half second, from one second to another; whether the last one was good. */
  private boolean looks(double from, double to, boolean broker) {
    boolean good = false;
    for (double at = from; at <= to; at += 0.5) {
      good = hearing.isGood((long) (at * SECOND), broker);
    }
    return good;
  }

  @Test
  void after_a_start_what_was_said_meanwhile_comes_first() {
    assertThat(looks(0, 9.5, true)).isFalse();
    assertThat(looks(10, 10, true)).isTrue();
    assertThat(looks(10.5, 100, true)).isTrue();
  }

  @Test
  void b31_while_the_broker_is_away_and_until_workers_have_caught_up_silence_means_nothing() {
    looks(0, 20, true);
    assertThat(looks(20.5, 30, false)).isFalse();
    assertThat(looks(30.5, 39.5, true)).isFalse();
    assertThat(looks(40, 40, true)).isTrue();
  }

  @Test
  void b31_a_database_that_did_not_answer_or_answered_late_makes_deaf() {
    looks(0, 20, true);
    hearing.failed();
    assertThat(looks(20.5, 30, true)).isFalse();
    assertThat(looks(30.5, 36, true)).isTrue();
    assertThat(looks(42, 51.5, true)).as("after six seconds without an answer").isFalse();
    assertThat(looks(52, 52, true)).isTrue();
  }

  @Test
  void deaf_is_only_who_cannot_be_heard_now_what_is_admitted_after_that_has_no_grace() {
    hearing.isGood(0, true);
    assertThat(hearing.isDeaf()).as("the start").isTrue();
    hearing.isGood(SECOND / 2, true);
    assertThat(hearing.isDeaf()).isFalse();
    hearing.isGood(SECOND, false);
    assertThat(hearing.isDeaf()).as("no broker").isTrue();
  }

  @Test
  void a_long_round_is_no_standstill() {
    looks(0, 20, true);
    hearing.done(60 * SECOND);
    assertThat(looks(60.5, 60.5, true)).isTrue();
  }

  @Test
  void a_clock_that_counts_from_below_zero_is_as_good() {
    assertThat(looks(-20, -10.5, true)).isFalse();
    assertThat(looks(-10, -10, true)).isTrue();
  }
}
