/**
 * The gates: how many jobs of one partition may go now, and why no more. Belongs here: the limits
 * of a gate, the state of one partition, the arithmetic on both. Does not belong here: which lane
 * goes first (the planner), where state is kept (the stores), the shape of a policy document
 * ({@code sluice.core.policy}), clocks: {@code now} is a parameter.
 */
@NullMarked
package sluice.core.gate;

import org.jspecify.annotations.NullMarked;
