package sluice.web.policy;

import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.PartitionView;
import sluice.web.console.GateLine;
import sluice.web.console.Show;

/**
 * A gate and how far it is used, where one partition holds for the whole policy.
 *
 * @param gate the gate as written
 * @param whole its only partition; null: it has one for each key, or none yet
 */
public record GateUse(GateLine gate, @Nullable PartitionView whole) {
  /** Whether it has a partition for each key. */
  public boolean keyed() {
    return !gate.key().isEmpty();
  }

  /** What is used of the limit, in words. */
  public String used() {
    PartitionView partition = whole;
    if (partition == null) {
      return "no job yet";
    }
    Show show = new Show();
    PartitionView.Limit limit = partition.limit();
    return limit.tokens() == null
        ? show.count(partition.inFlight()) + " of " + show.decimal(limit.limit()) + " in flight"
        : show.decimal(limit.tokens()) + " tokens, rate " + show.decimal(limit.limit());
  }

  /** Most jobs in flight; 0 where that is not what it limits. */
  public double most() {
    PartitionView partition = whole;
    Double limit = partition == null ? null : partition.limit().limit();
    return limit == null || (partition != null && partition.limit().tokens() != null) ? 0 : limit;
  }
}
