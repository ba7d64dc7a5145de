package sluice.core.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;

/**
 * What is known of one gate partition; one row in the database. Immutable, thread-safe. Instants
 * are the database's (R5).
 *
 * @param inFlight admitted and unfinished jobs whose lane names the partition, counted for gates of
 *     every type
 * @param tokens of a throttle at {@code refilledAt}; 0 for the others
 * @param refilledAt when tokens were last counted; null: never, and then the bucket is full
 * @param closedUntil nothing goes before this instant (a downstream asked for a pause); null: open
 * @param adaptation what adaptiveConcurrency has learned; {@link Adaptation#NONE} for the others
 */
public record PartitionState(
    int inFlight,
    double tokens,
    @Nullable Instant refilledAt,
    @Nullable Instant closedUntil,
    Adaptation adaptation) {

  /** A partition that only counts what is in flight. */
  public static final PartitionState EMPTY = new PartitionState(0, 0, null, null, Adaptation.NONE);

  /** The state after this many more jobs are in flight; negative when slots are released. */
  public PartitionState withInFlightChangedBy(int jobs) {
    return new PartitionState(
        Math.addExact(inFlight, jobs), tokens, refilledAt, closedUntil, adaptation);
  }

  /** The state with this bucket. */
  public PartitionState withTokens(double left, @Nullable Instant at) {
    return new PartitionState(inFlight, left, at, closedUntil, adaptation);
  }

  /** The state with this adaptation. */
  public PartitionState withAdaptation(Adaptation learned) {
    return new PartitionState(inFlight, tokens, refilledAt, closedUntil, learned);
  }

  /**
   * The state closed until this instant, or open again. A later closing that stands already is kept
   * by the caller.
   */
  public PartitionState withClosedUntil(@Nullable Instant until) {
    return new PartitionState(inFlight, tokens, refilledAt, until, adaptation);
  }

  /** The verdict of a partition that is closed; null when it is open. */
  @Nullable Verdict closed(Instant now) {
    return closedUntil != null && closedUntil.isAfter(now)
        ? new Verdict(0, Reason.THROTTLE, closedUntil)
        : null;
  }

  /** Jobs in flight, a count gone wrong read as none: it must not hand out more than the limit. */
  int used() {
    return Math.max(inFlight, 0);
  }
}
