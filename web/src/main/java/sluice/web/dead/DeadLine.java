package sluice.web.dead;

import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Death;
import sluice.ejb.observe.JobLine;

/**
 * A dead job in the list.
 *
 * @param job the job
 * @param death how it died; null when it was put back meanwhile
 */
public record DeadLine(JobLine job, @Nullable Death death) {
  /** Why, in words. */
  public String cause() {
    return death == null ? "not dead any more" : death.cause();
  }

  /** What the worker said last; empty for nothing. */
  public String error() {
    String said = death == null ? null : death.lastError();
    return said == null ? "" : said;
  }
}
