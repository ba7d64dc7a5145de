package sluice.ejb.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of jobs.
 *
 * @param jobs may be empty although there are more: a page looks at a bounded number of rows
 * @param next where the next page begins; null at the end
 */
public record JobPage(List<JobLine> jobs, @Nullable JobCursor next) {}
