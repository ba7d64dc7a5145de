package sluice.core.admission;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Everything that a tick knows when it decides.
 *
 * @param now the database's clock at the start of the tick
 * @param budget most jobs to let go, at least 1
 * @param virtualTime the policy's virtual time: start tag of the share served last
 * @param shares the first ready shares by virtual time
 * @param partitions all partitions of all lanes in {@code shares}, by id
 */
public record Situation(
    Instant now,
    int budget,
    double virtualTime,
    List<ShareView> shares,
    Map<Long, PartitionView> partitions) {}
