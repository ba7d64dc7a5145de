package sluice.ejb.lane;

import java.util.List;

/**
 * A lane's rows.
 *
 * @param laneId the lane
 * @param shareId its share
 * @param partitionIds its gate partitions in gate order
 */
public record LanePlace(long laneId, long shareId, List<Long> partitionIds) {}
