package sluice.core.explain;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Usage;
import sluice.core.reason.Reason;

/**
 * What one gate says about a job that waits. Immutable, thread-safe.
 *
 * @param gate name of the gate
 * @param type its type, as a policy document writes it
 * @param key the job's partition of it
 * @param usage how much of its limit is used
 * @param room how many jobs of the partition may go now
 * @param reason why this job may not; null: it may, as far as this gate is concerned
 * @param changesAt not before this instant does it let the job go; null: it does, or it depends on
 *     slots that are released
 */
public record GateVerdict(
    String gate,
    String type,
    String key,
    Usage usage,
    int room,
    @Nullable Reason reason,
    @Nullable Instant changesAt) {

  /** Whether this gate holds the job back. */
  public boolean holds() {
    return reason != null;
  }
}
