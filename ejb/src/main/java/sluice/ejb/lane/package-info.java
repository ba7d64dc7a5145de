/**
 * Where a job belongs in the database: its lane, share and partitions, and the arrivals that tell a
 * tick of changes in lanes.
 *
 * <p>Belongs here: what staging, ticks and settlement share about lanes. Does not belong here: who
 * may go from a lane (package {@code admit}).
 */
@NullMarked
package sluice.ejb.lane;

import org.jspecify.annotations.NullMarked;
