package sluice.core.admission;

import java.util.List;

/**
 * A lane with work, as the tick read it.
 *
 * @param id the lane
 * @param virtualTime start tag of its next job within its share
 * @param pending waiting jobs, at least 1
 * @param partitions ids of its gate partitions in the order in which they are asked: the quota of
 *     its namespace, then the gates of the policy
 */
public record LaneView(long id, double virtualTime, int pending, List<Long> partitions) {}
