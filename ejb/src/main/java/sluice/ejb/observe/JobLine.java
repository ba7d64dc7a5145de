package sluice.ejb.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job in a list.
 *
 * @param id its number
 * @param state a word of {@link sluice.core.job.JobState}
 * @param labels what it is called; without a dedupe key
 * @param attempt number of the current or last attempt
 * @param at what the list is sorted by: eligible, due, end of lease, death or end
 */
public record JobLine(
    long id, String state, JobView.Labels labels, int attempt, @Nullable Instant at) {}
