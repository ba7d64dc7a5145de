package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BacklogSeriesTest {
  private static Minute minute(Minute.@Nullable Seen seen) {
    return new Minute(Instant.EPOCH, seen);
  }

  private static Minute minute(long accepted, long finished, long dead, long expired) {
    // Attempts that failed, and more admissions than jobs: some were put off and went again.
    Stats.Flow jobs = new Stats.Flow(accepted, 99, finished, 7 + dead, dead);
    return minute(new Minute.Seen(jobs, expired, null));
  }

  private static List<Long> series(long pending, List<Minute> minutes, int points) {
    return BacklogSeries.of(new PolicyFigures.Alive(pending, 0, 0), minutes, points);
  }

  @Test
  void what_came_is_taken_off_and_what_ended_is_put_on() {
    List<Minute> minutes = List.of(minute(10, 2, 0, 0), minute(null), minute(5, 7, 2, 1));
    assertThat(BacklogSeries.of(new PolicyFigures.Alive(10, 6, 4), minutes, 30))
        .containsExactly(25L, 25L, 20L);
  }

  @Test
  void no_more_points_than_wanted_and_none_below_zero() {
    List<Minute> minutes = List.of(minute(1, 0, 0, 0), minute(100, 0, 0, 0), minute(0, 0, 0, 0));
    assertThat(series(3, minutes, 2)).containsExactly(3L, 3L);
    assertThat(series(3, minutes, 3)).containsExactly(0L, 3L, 3L);
  }

  @Test
  void i_198_the_trend_of_all_is_of_their_sum() {
    assertThat(series(100 + 0, List.of(minute(null)), 1)).containsExactly(100L);
  }
}
