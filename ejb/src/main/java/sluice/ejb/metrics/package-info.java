/**
 * Figures for Prometheus, as its text format.
 *
 * <p>Belongs here: names, units and labels of metrics. Does not belong here: reading figures
 * (package {@code observe}).
 */
@NullMarked
package sluice.ejb.metrics;

import org.jspecify.annotations.NullMarked;
