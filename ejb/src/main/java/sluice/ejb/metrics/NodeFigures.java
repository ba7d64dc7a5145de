package sluice.ejb.metrics;

import java.util.List;
import sluice.ejb.database.PoolUse;
import sluice.ejb.database.Timers;

/**
 * What is of one node and not of the deployment.
 *
 * @param timers its timers
 * @param pool its use of the pool of connections
 */
public record NodeFigures(List<Timers.Age> timers, PoolUse.Figures pool) {}
