package sluice.web.export;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.JobCursor;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobPage;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.observe.PartitionView;

/** Jobs and partitions as tables. Thread-safe. */
@ApplicationScoped
public class WorkTables {
  static final String PARTITIONS =
      "source,key,type,inFlight,limit,tokens,currentMax,ewmaLagMs,paused,closedUntil";
  static final String JOBS = "id,state,policy,namespace,jobKey,priority,attempt,at";

  /** Most pages looked at: of jobs that are over a page may have no match at all. */
  private static final int PAGES = 2 * Export.MOST / Walk.PAGE;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup jobs;

  boolean partitions(Export.Asked asked, Csv csv) throws IOException {
    String policy = asked.policy();
    String source = PageAsked.text("source", asked.text("source"), 100);
    int[] number = {0};
    return new Walk<PartitionView, Integer>(
            page -> figures.partitions(policy, source, asked.page(page)).rows(),
            row -> ++number[0],
            WorkTables::cells)
        .from(0, csv);
  }

  private static @Nullable Object[] cells(PartitionView row) {
    PartitionView.Limit limit = row.limit();
    return Walk.cells(
        row.gate(),
        row.key(),
        limit.type(),
        row.inFlight(),
        limit.limit(),
        limit.tokens(),
        limit.currentMax(),
        limit.ewmaLagMs(),
        row.said().paused(),
        row.closedUntil());
  }

  boolean jobs(Export.Asked asked, Csv csv) throws IOException {
    String state = PageAsked.word("state", asked.text("state"), JobQuestion.STATES);
    String policy = asked.policyOrNull();
    String namespace = PageAsked.text("namespace", asked.text("namespace"), 512);
    JobCursor after = JobCursor.of(asked.text("after"));
    int written = 0;
    for (int pages = 0; pages < PAGES && written < Export.MOST; pages++) {
      JobPage page = jobs.list(new JobQuestion(state, policy, namespace, after, Walk.PAGE));
      for (JobLine job : page.jobs()) {
        csv.line(cells(job));
      }
      written += page.jobs().size();
      after = page.next();
      if (after == null) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object[] cells(JobLine job) {
    return Walk.cells(
        job.id(),
        job.state(),
        job.labels().policy(),
        job.labels().namespace(),
        job.labels().jobKey(),
        job.labels().priority(),
        job.attempt(),
        job.at());
  }
}
