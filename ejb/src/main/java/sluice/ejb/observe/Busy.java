package sluice.ejb.observe;

/**
 * How many gate partitions hold a job in flight.
 *
 * @param partitions how many of those looked at
 * @param lowerBound not all were looked at
 */
public record Busy(long partitions, boolean lowerBound) {}
