/**
 * Changes of the policies' figures, appended by whoever settles, promotes or ends jobs, and folded
 * by the policies' ticks.
 *
 * <p>Belongs here: writing tallies. Does not belong here: folding (package {@code admit}), reading
 * figures (package {@code observe}).
 */
@NullMarked
package sluice.ejb.tally;

import org.jspecify.annotations.NullMarked;
