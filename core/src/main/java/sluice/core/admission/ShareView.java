package sluice.core.admission;

import java.util.List;

/**
 * A share with ready lanes, as the tick read it.
 *
 * @param id the share
 * @param weight how many times as much it gets as a share of weight 1; above 0
 * @param virtualTime start tag of its next job
 * @param lanes its first ready lanes by virtual time
 * @param more whether it has ready lanes beyond these
 */
public record ShareView(
    long id, double weight, double virtualTime, List<LaneView> lanes, boolean more) {}
