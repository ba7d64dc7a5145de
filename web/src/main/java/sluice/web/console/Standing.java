package sluice.web.console;

import java.time.Instant;
import sluice.core.reason.Reason;
import sluice.ejb.observe.PartitionView;

/**
 * Whether a partition lets jobs go now, and why not.
 *
 * @param open it does
 * @param words in few words
 * @param sentence in one sentence
 */
public record Standing(boolean open, String words, String sentence) {
  private static final Standing OPEN =
      new Standing(true, "open", "A job of this partition may pass this gate now.");
  private static final Standing GONE =
      new Standing(
          false,
          "gate gone",
          "The policy in force has no such gate; jobs in flight still finish in it.");

  /** By the gate's own verdict. */
  public static Standing of(PartitionView partition, boolean policyPaused, Instant now) {
    if (partition.limit().type().equals("gone")) {
      return GONE;
    }
    if (policyPaused || partition.said().paused()) {
      return closed(Reason.PAUSED);
    }
    Reason reason = partition.door().reason();
    if (reason == null) {
      return OPEN;
    }
    Instant closedUntil = partition.closedUntil();
    return closedUntil != null && closedUntil.isAfter(now)
        ? new Standing(false, "closed for a while", Reason.THROTTLE.sentence())
        : closed(reason);
  }

  private static Standing closed(Reason reason) {
    return new Standing(false, Denial.words(reason), reason.sentence());
  }
}
