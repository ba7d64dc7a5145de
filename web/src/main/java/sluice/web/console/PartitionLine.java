package sluice.web.console;

import sluice.ejb.observe.PartitionView;

/** A partition and whether it is open. */
public record PartitionLine(PartitionView partition, Standing standing) {

  /** Whether the limit is one of jobs in flight, not a rate. */
  public boolean isCapped() {
    return partition.limit().limit() != null && partition.limit().tokens() == null;
  }

  /** Whether the limit is a rate. */
  public boolean isRated() {
    return partition.limit().tokens() != null;
  }
}
