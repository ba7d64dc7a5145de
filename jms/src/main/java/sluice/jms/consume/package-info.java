/**
 * Receives messages in batches, hands them to a service and acknowledges them: database first,
 * broker second.
 *
 * <p>Belongs here: the loop, waiting out outages, the way of one unfit message to the rejected
 * queue without harm to its neighbours. Does not belong here: what the batches are for (packages
 * {@code intake} and {@code settle}).
 */
@NullMarked
package sluice.jms.consume;

import org.jspecify.annotations.NullMarked;
