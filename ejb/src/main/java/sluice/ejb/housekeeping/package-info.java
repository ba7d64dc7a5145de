/**
 * The timer of housekeeping: does the chores of packages {@code upkeep} and {@code auditor}.
 *
 * <p>Belongs here: when chores are done. Does not belong here: what they do.
 */
@NullMarked
package sluice.ejb.housekeeping;

import org.jspecify.annotations.NullMarked;
