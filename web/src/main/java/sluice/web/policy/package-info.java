/**
 * What the console's page of a policy shows beside its figures: the last hour, watched partitions,
 * what waits, what is dead, how far gates are used.
 *
 * <p>Belongs here: beans behind that page. Does not belong here: what is done to a policy.
 */
@NullMarked
package sluice.web.policy;

import org.jspecify.annotations.NullMarked;
