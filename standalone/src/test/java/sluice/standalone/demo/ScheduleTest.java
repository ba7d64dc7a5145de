package sluice.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

  @ParameterizedTest
  @CsvSource({"0, 100, 0", "50, 100, 500", "7686036, 12800, 600471", "1, 1000000, 0", "3, 1, 3000"})
  void divides_the_time_of_submission_by_the_speed(long seconds, double speed, long millis) {
    assertThat(new Schedule(speed).submission(Jobs.job(1, seconds, "u01", "q_1d")).toMillis())
        .isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({"0, 20", "1, 20", "2, 20", "100, 1000", "199, 1990", "200, 2000", "5356972, 2000"})
  void divides_the_run_time_too_and_keeps_it_within_bounds(long seconds, long millis) {
    assertThat(new Schedule(100).hold(Jobs.running(seconds))).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void the_shipped_trace_lasts_ten_minutes_at_the_default_speed() {
    assertThat(new Schedule(12_800).submission(Trace.shipped().getLast()))
        .isBetween(Duration.ofSeconds(600), Duration.ofSeconds(601));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void a_speed_that_is_none_is_refused(double speed) {
    assertThatThrownBy(() -> new Schedule(speed)).isInstanceOf(IllegalArgumentException.class);
  }
}
