package sluice.ejb.lane;

import java.util.List;

/**
 * A lane's rows.
 *
 * @param laneId the lane
 * @param shareId its share
 * @param partitionIds as on its row: the quota of its namespace, then the policy's gates in their
 *     order
 */
public record LanePlace(long laneId, long shareId, List<Long> partitionIds) {
  /** The partition of the policy's gate at this place, from 0. */
  public long gatePartition(int gate) {
    return partitionIds.get(gate + 1);
  }
}
