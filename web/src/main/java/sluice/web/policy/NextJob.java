package sluice.web.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;
import sluice.ejb.control.WaitingJob;
import sluice.ejb.observe.JobLine;
import sluice.web.console.Denial;

/**
 * A waiting job and what the next tick does with it.
 *
 * @param job the job
 * @param words what becomes of it, in few words
 * @param sentence the same as the rest of the product says it
 * @param at the partition that holds it back; null: none does
 */
public record NextJob(JobLine job, String words, String sentence, WaitingJob.@Nullable At at) {
  private static final String GOES = "goes";
  private static final String NEW = "not in order yet";

  /**
   * Jobs in the order of admission, then those that are in no order yet.
   *
   * @param order the first in the order of admission
   * @param oldest those that have waited longest; as many as are shown at most
   */
  static List<NextJob> of(List<WaitingJob> order, List<JobLine> oldest, boolean paused) {
    List<NextJob> jobs = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (WaitingJob next : order) {
      seen.add(next.job().id());
      jobs.add(of(next));
    }
    for (JobLine job : oldest) {
      if (jobs.size() < oldest.size() && seen.add(job.id())) {
        jobs.add(
            paused
                ? held(job, Reason.PAUSED, null)
                : new NextJob(
                    job, NEW, "It came since the last tick; the next one puts it in order.", null));
      }
    }
    return jobs;
  }

  private static NextJob of(WaitingJob next) {
    WaitingJob.Held held = next.held();
    return held == null
        ? new NextJob(next.job(), GOES, "The next tick lets it go, as things stand.", null)
        : held(next.job(), held.reason(), held.at());
  }

  private static NextJob held(JobLine job, Reason reason, WaitingJob.@Nullable At at) {
    return new NextJob(job, Denial.words(reason), reason.sentence(), at);
  }

  /** Whether the next tick lets it go. */
  public boolean goes() {
    return words.equals(GOES);
  }
}
