package sluice.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.ejb.observe.Minute;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.observe.Stats;

class BacklogTest {
  private static Minute minute(long accepted, long finished) {
    return new Minute(
        Instant.EPOCH, new Minute.Seen(new Stats.Flow(accepted, 0, finished, 0, 0), 0, null));
  }

  @Test
  void jobs_not_over_are_reckoned_back_from_now() {
    Backlog backlog =
        new Backlog(
            new PolicyFigures.Alive(8, 1, 1), List.of(minute(5, 0), minute(3, 1), minute(4, 2)));
    assertThat(backlog.series()).containsExactly(6L, 8L, 10L);
  }

  @Test
  void what_was_cancelled_makes_no_figure_below_zero() {
    Backlog backlog =
        new Backlog(new PolicyFigures.Alive(0, 0, 0), List.of(minute(0, 0), minute(9, 0)));
    assertThat(backlog.series()).containsExactly(0L, 0L);
  }
}
