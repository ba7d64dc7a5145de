package sluice.web.console;

import sluice.core.gate.CapChange;
import sluice.ejb.observe.PartitionView;

/** A partition and whether it is open. */
public record PartitionLine(PartitionView partition, Standing standing) {

  /** Whether the limit is one of jobs in flight, not a rate. */
  public boolean capped() {
    return partition.limit().limit() != null && partition.limit().tokens() == null;
  }

  /** What a self-tuning limit last changed by, in few words; empty if it never did. */
  public String changed() {
    CapChange change = partition.door().capChange();
    if (change == null) {
      return "";
    }
    return "was "
        + change.from()
        + switch (change.cause()) {
          case GROWTH -> ", jobs went well";
          case LAG -> ", jobs started late";
          case FAILURES -> ", jobs failed";
        };
  }

  /** Whether the limit is a rate. */
  public boolean rated() {
    return partition.limit().tokens() != null;
  }
}
