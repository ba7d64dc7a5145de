package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitingSeriesTest {
  private static Minute minute(Minute.@Nullable Seen seen) {
    return new Minute(Instant.EPOCH, seen);
  }

  private static Minute minute(long accepted, long admitted, long failed, long dead) {
    return minute(new Minute.Seen(new Stats.Flow(accepted, admitted, 0, failed, dead), 0, null));
  }

  @Test
  void what_came_is_taken_off_and_what_went_is_put_on() {
    List<Minute> minutes = List.of(minute(10, 2, 0, 0), minute(null), minute(5, 7, 2, 1));
    assertThat(WaitingSeries.of(20, minutes, 30)).containsExactly(21L, 21L, 20L);
  }

  @Test
  void no_more_points_than_wanted_and_none_below_zero() {
    List<Minute> minutes = List.of(minute(1, 0, 0, 0), minute(100, 0, 0, 0), minute(0, 0, 0, 0));
    assertThat(WaitingSeries.of(3, minutes, 2)).containsExactly(3L, 3L);
    assertThat(WaitingSeries.of(3, minutes, 3)).containsExactly(0L, 3L, 3L);
  }

  @Test
  void i_198_the_trend_of_all_is_of_their_sum() {
    assertThat(WaitingSeries.of(100 + 0, List.of(minute(null)), 1)).containsExactly(100L);
  }
}
