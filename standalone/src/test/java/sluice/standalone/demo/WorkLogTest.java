package sluice.standalone.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkLogTest {

  private final WorkLog log = new WorkLog();

  @Test
  void remembers_the_most_at_once_in_all_and_of_one_user() {
    began(DemoPolicy.TENANTS, "u01", 0);
    began(DemoPolicy.TENANTS, "u02", 0);
    began(DemoPolicy.TENANTS, "u02", 0);
    log.ended(DemoPolicy.TENANTS, "u02", Fate.SUCCESS);
    log.ended(DemoPolicy.TENANTS, "u02", Fate.FAILURE);
    began(DemoPolicy.TENANTS, "u01", 0);
    began(DemoPolicy.FAIR, "u01", 0);
    Tally.Figures figures = figures(DemoPolicy.TENANTS);
    assertThat(figures.atOnce()).isEqualTo(new Tally.AtOnce(2, 3, 2, "u02"));
    assertThat(figures.ended()).isEqualTo(Map.of(Fate.SUCCESS, 1L, Fate.FAILURE, 1L));
    assertThat(figures.allEnded()).isEqualTo(2);
  }

  @Test
  void remembers_the_most_that_were_admitted_in_one_second_however_late_they_begin() {
    for (long second : new long[] {7, 8, 8, 7, 7}) {
      log.began(DemoPolicy.THROTTLE, new WorkLog.Begun("u01", "q_2h", second, -1));
    }
    log.began(DemoPolicy.THROTTLE, new WorkLog.Begun("u01", "q_4h", 7, -1));
    assertThat(figures(DemoPolicy.THROTTLE).mostInOneSecond())
        .isEqualTo(Map.of("q_2h", 3, "q_4h", 1));
  }

  @Test
  void tells_the_wait_of_the_busiest_user_from_that_of_the_others() {
    for (String user : new String[] {"u01", "u01", "u01", "u02", "u02"}) {
      log.submitted(DemoPolicy.FAIR, user);
    }
    began(DemoPolicy.FAIR, "u01", 4_000);
    began(DemoPolicy.FAIR, "u01", 6_000);
    began(DemoPolicy.FAIR, "u01", -1);
    began(DemoPolicy.FAIR, "u02", 500);
    began(DemoPolicy.FAIR, "u02", 500);
    began(DemoPolicy.FAIR, "u02", 500);
    assertThat(figures(DemoPolicy.FAIR).waits()).isEqualTo(new Tally.Waits("u01", 5, 0.5));
  }

  @Test
  void is_told_in_one_line_with_the_rates_since_the_line_before() {
    StatusLines lines = new StatusLines();
    log.submitted(DemoPolicy.TENANTS, "u01");
    began(DemoPolicy.TENANTS, "u01", 0);
    assertThat(lines.next(Duration.ofSeconds(10), 1, log.figures()))
        .isEqualTo(
            "demo 0:00:10 round 1: submitted 1, finished 0, in flight 1; cluster-throttle 0.0/s,"
                + " most admitted in 1 s: none yet; cluster-tenants 0.0/s, most at once 1 of 20, of"
                + " one user 1 of 6 (u01); cluster-fair 0.0/s, most at once 0 of 12, mean wait of"
                + " nobody 0.0 s and of others 0.0 s");
    log.ended(DemoPolicy.TENANTS, "u01", Fate.SUCCESS);
    assertThat(lines.next(Duration.ofSeconds(20), 1, log.figures()))
        .contains("finished 1, in flight 0", "cluster-tenants 0.1/s");
    assertThat(lines.next(Duration.ofSeconds(30), 1, log.figures()))
        .contains("cluster-tenants 0.0/s");
    assertThat(StatusLines.summary(Duration.ofSeconds(3_723), log.figures()))
        .hasSize(4)
        .startsWith("demo summary after 1:02:03: submitted 1, finished 1");
  }

  private void began(DemoPolicy policy, String user, long waitedMs) {
    log.began(policy, new WorkLog.Begun(user, "q_1d", 0, waitedMs));
  }

  private Tally.Figures figures(DemoPolicy policy) {
    return requireNonNull(log.figures().get(policy));
  }
}
