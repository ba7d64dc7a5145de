package sluice.core.policy;

import org.jspecify.annotations.Nullable;
import sluice.core.gate.Limits;

/**
 * One partition of one gate, as a job names it. Immutable, thread-safe.
 *
 * @param gate name of the gate
 * @param key {@link KeyText#ALL} for a gate without key, {@link KeyText#NONE} when the job has none
 * @param dynamicLimits the limits as this job says; null for a gate whose limits are the same for
 *     all jobs
 */
public record PartitionKey(String gate, String key, @Nullable Limits dynamicLimits) {}
