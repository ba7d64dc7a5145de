package sluice.core.admission;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Everything that a tick knows when it decides.
 *
 * @param now the database's clock at the start of the tick
 * @param budget most jobs to let go, at least 1
 * @param order who is ready
 * @param partitions all partitions of all lanes in {@code order}, by id
 */
public record Situation(
    Instant now, int budget, FairOrder order, Map<Long, PartitionView> partitions) {

  /** Of a policy whose jobs are all of one namespace. */
  public Situation(
      Instant now,
      int budget,
      double virtualTime,
      List<ShareView> shares,
      Map<Long, PartitionView> partitions) {
    this(
        now,
        budget,
        new FairOrder(virtualTime, List.of(new NamespaceView(0, virtualTime, shares, false))),
        partitions);
  }

  /** The shares of all namespaces. */
  public List<ShareView> shares() {
    return order.namespaces().stream().flatMap(n -> n.shares().stream()).toList();
  }
}
