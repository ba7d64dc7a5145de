package sluice.ejb.settle;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.job.Outcome;

/**
 * A worker's last word on an attempt.
 *
 * @param attempt which attempt
 * @param outcome how it ended
 * @param startedAt when the worker began, by its clock; null if it did not say
 * @param error text for people, at most 4,000 characters
 * @param retryAfter with {@code later} or {@code failure}: how long the throttled partition stays
 *     closed
 */
public record Completion(
    AttemptRef attempt,
    Outcome outcome,
    @Nullable Instant startedAt,
    @Nullable String error,
    @Nullable Duration retryAfter) {}
