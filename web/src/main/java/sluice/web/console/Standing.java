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

  /** By the figures of one moment. */
  static Standing of(PartitionView partition, boolean policyPaused, Instant now) {
    Instant closedUntil = partition.closedUntil();
    Double limit = partition.limit().limit();
    if (partition.limit().type().equals("gone")) {
      return GONE;
    }
    if (policyPaused || partition.said().paused()) {
      return closed(Reason.PAUSED);
    }
    if (limit == null) {
      return closed(Reason.MISCONFIGURED);
    }
    if (closedUntil != null && closedUntil.isAfter(now)) {
      return new Standing(false, "closed for a while", Reason.THROTTLE.sentence());
    }
    return byType(partition, limit);
  }

  private static Standing byType(PartitionView partition, double limit) {
    Double tokens = partition.limit().tokens();
    boolean full = partition.inFlight() >= limit;
    return switch (partition.limit().type()) {
      case "throttle" -> tokens != null && tokens < 1 ? closed(Reason.THROTTLE) : OPEN;
      case "adaptiveConcurrency" ->
          full && partition.inFlight() > 0 ? closed(Reason.ADAPTIVE) : OPEN;
      case "globalCap" -> full ? closed(Reason.GLOBAL_CAP) : OPEN;
      default -> full ? closed(Reason.CONCURRENCY) : OPEN;
    };
  }

  private static Standing closed(Reason reason) {
    return new Standing(false, Denial.words(reason), reason.sentence());
  }
}
