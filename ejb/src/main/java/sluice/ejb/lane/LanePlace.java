package sluice.ejb.lane;

import java.util.List;

/**
 * A lane's rows.
 *
 * @param laneId the lane
 * @param shareId its share
 * @param partitionIds partitions of the policy's gates in their order; the lane's row names its
 *     namespace's quota before them
 */
public record LanePlace(long laneId, long shareId, List<Long> partitionIds) {}
