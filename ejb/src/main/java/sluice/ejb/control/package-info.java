/**
 * What operators do to what is under way: limits by hand, pauses of single partitions, jobs let
 * past the gates, and what a new version of a policy would change.
 *
 * <p>Belongs here: acts on partitions and jobs of a policy, with their audit. Does not belong here:
 * saving, pausing and deleting policies (package {@code policy}), what a limit set by hand means
 * (core, {@code Control}).
 */
@NullMarked
package sluice.ejb.control;

import org.jspecify.annotations.NullMarked;
