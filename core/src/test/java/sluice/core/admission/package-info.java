/** Tests of the planner: tables for what one tick decides, properties over random arrivals. */
@NullMarked
package sluice.core.admission;

import org.jspecify.annotations.NullMarked;
