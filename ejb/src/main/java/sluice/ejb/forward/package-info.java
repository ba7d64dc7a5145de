/**
 * Forward: the outbox between the database and the broker.
 *
 * <p>Belongs here: open batches, their retries, the port that the broker's side implements. Does
 * not belong here: JMS types.
 */
@NullMarked
package sluice.ejb.forward;

import org.jspecify.annotations.NullMarked;
