package sluice.web.jobs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.JobView;

/** The way of a job so far, as far as it is known. Stateless. */
public final class Life {
  /**
   * A step.
   *
   * @param what what happened, or will
   * @param at when
   */
  public record Step(String what, Instant at) {}

  private Life() {}

  static List<Step> of(JobView job) {
    JobView.Times times = job.progress().times();
    int attempt = job.progress().attempt();
    List<Step> steps = new ArrayList<>();
    add(steps, "Staged", times.stagedAt());
    if (!times.stagedAt().equals(times.waiting().eligibleAt())) {
      add(steps, attempt > 0 ? "Due for the next attempt" : "Due", times.waiting().eligibleAt());
    }
    add(steps, "Admitted, attempt " + attempt, times.running().admittedAt());
    add(steps, "Started by a worker", times.running().startedAt());
    add(steps, "Lease ends", times.running().leaseExpiresAt());
    add(steps, ending(job.state()), times.running().endedAt());
    add(steps, "Expires unless admitted", times.waiting().expiresAt());
    return List.copyOf(steps);
  }

  private static String ending(String state) {
    return state.isEmpty() ? "Ended" : Character.toUpperCase(state.charAt(0)) + state.substring(1);
  }

  private static void add(List<Step> steps, String what, @Nullable Instant at) {
    if (at != null) {
      steps.add(new Step(what, at));
    }
  }
}
