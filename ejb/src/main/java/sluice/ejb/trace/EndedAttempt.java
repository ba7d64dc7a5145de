package sluice.ejb.trace;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.job.Outcome;

/**
 * A traced attempt and its end.
 *
 * @param trace the attempt
 * @param outcome how it ended
 * @param startedAt when the worker began, by its own clock; null if it did not say
 */
public record EndedAttempt(AttemptTrace trace, Outcome outcome, @Nullable Instant startedAt) {}
