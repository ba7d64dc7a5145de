/**
 * Upkeep: chores that run beside the hot path, shared by all nodes and done in bounded, committed
 * steps.
 *
 * <p>Belongs here: the rows of chores, history by the day, pruning by age, collecting lanes, shares
 * and partitions that nobody uses. Does not belong here: comparing figures with rows (package
 * {@code auditor}).
 */
@NullMarked
package sluice.ejb.upkeep;

import org.jspecify.annotations.NullMarked;
