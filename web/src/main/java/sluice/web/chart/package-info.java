/**
 * Charts as figures and geometry: pages draw them as SVG, without script.
 *
 * <p>Belongs here: scales, lines with gaps, bars, sparklines, trends. Does not belong here: what is
 * drawn, and words for it.
 */
@NullMarked
package sluice.web.chart;

import org.jspecify.annotations.NullMarked;
