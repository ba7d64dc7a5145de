/**
 * Admit: the tick of a policy, its timer and its wake-ups.
 *
 * <p>Belongs here: everything that runs under a held policy row. Does not belong here: the decision
 * itself, which is the planner's in core.
 */
@NullMarked
package sluice.ejb.admit;

import org.jspecify.annotations.NullMarked;
