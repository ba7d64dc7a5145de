package sluice.web.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.core.reason.Reason;
import sluice.ejb.control.WaitingJob;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobView;

class NextJobTest {
  private static final WaitingJob.At GATE = new WaitingJob.At("per-account", "acme", false);

  private static JobLine job(long id) {
    return new JobLine(
        id, "pending", new JobView.Labels("p", "acme", null, null, 4), 0, Instant.EPOCH);
  }

  @Test
  void i_179_newcomers_without_a_place_come_after_the_order() {
    List<WaitingJob> order =
        List.of(
            new WaitingJob(job(7), null),
            new WaitingJob(job(3), new WaitingJob.Held(Reason.CONCURRENCY, GATE)));
    List<NextJob> jobs = NextJob.of(order, List.of(job(3), job(7), job(9)), false);
    assertThat(jobs).extracting(next -> next.job().id()).containsExactly(7L, 3L, 9L);
    assertThat(jobs)
        .extracting(NextJob::words)
        .containsExactly("goes", "concurrency limit reached", "not in order yet");
    assertThat(jobs.get(1).at()).isEqualTo(GATE);
    assertThat(jobs).extracting(NextJob::goes).containsExactly(true, false, false);
  }

  @Test
  void b_49_of_a_paused_policy_newcomers_are_paused_too() {
    List<NextJob> jobs =
        NextJob.of(
            List.of(new WaitingJob(job(1), new WaitingJob.Held(Reason.PAUSED, null))),
            List.of(job(1), job(2)),
            true);
    assertThat(jobs).extracting(NextJob::words).containsExactly("paused", "paused");
  }
}
