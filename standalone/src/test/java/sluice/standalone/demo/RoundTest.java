package sluice.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTest {

  private static final List<TraceJob> TRACE =
      List.of(
          Jobs.job(1, 0, "u01", "q_1d"),
          Jobs.job(2, 5, "u02", "q_1d"),
          Jobs.job(3, 5, "u03", "q_1d"),
          Jobs.job(4, 60, "u04", "q_1d"));

  private final Round round = new Round(TRACE, new Schedule(1));

  @Test
  void gives_what_is_due_until_it_is_sent() {
    assertThat(due(0, 10)).containsExactly(1);
    assertThat(due(5, 10)).containsExactly(1, 2, 3);
    round.sent(3);
    assertThat(due(5, 10)).isEmpty();
    assertThat(round.isOver()).isFalse();
    assertThat(due(60, 10)).containsExactly(4);
    round.sent(1);
    assertThat(round.isOver()).isTrue();
    assertThat(due(60, 10)).isEmpty();
  }

  @Test
  void gives_no_more_at_a_time_than_asked_for() {
    assertThat(due(100, 2)).containsExactly(1, 2);
    round.sent(2);
    assertThat(due(100, 2)).containsExactly(3, 4);
  }

  @Test
  void says_how_long_to_wait() {
    assertThat(round.untilDue(Duration.ZERO)).isZero();
    round.sent(1);
    assertThat(round.untilDue(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(3));
    assertThat(round.untilDue(Duration.ofSeconds(9))).isZero();
    round.sent(3);
    assertThat(round.untilDue(Duration.ofSeconds(2))).isZero();
  }

  @Test
  void makes_up_for_being_a_little_late() {
    round.moveIfTooLate(Duration.ofSeconds(10));
    round.sent(1);
    assertThat(due(10, 10)).containsExactly(2, 3);
  }

  @Test
  void moves_the_rest_when_it_is_very_late() {
    round.sent(1);
    round.moveIfTooLate(Duration.ofSeconds(105));
    assertThat(due(105, 10)).containsExactly(2, 3);
    round.sent(2);
    assertThat(round.untilDue(Duration.ofSeconds(105))).isEqualTo(Duration.ofSeconds(55));
  }

  private List<Integer> due(long seconds, int most) {
    return round.due(Duration.ofSeconds(seconds), most).stream().map(TraceJob::row).toList();
  }
}
