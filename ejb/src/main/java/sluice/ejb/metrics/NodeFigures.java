package sluice.ejb.metrics;

import java.util.List;
import java.util.Map;
import sluice.ejb.database.PoolUse;
import sluice.ejb.database.Timers;

/**
 * What is of one node and not of the deployment.
 *
 * @param timers its timers
 * @param pool its use of the pool of connections
 * @param rejected messages it sent to the rejected queue, by reason
 */
public record NodeFigures(
    List<Timers.Age> timers, PoolUse.Figures pool, Map<String, Long> rejected) {}
