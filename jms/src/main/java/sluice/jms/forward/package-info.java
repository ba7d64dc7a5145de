/**
 * From the outbox to the work queues.
 *
 * <p>Belongs here: sending a batch so that each attempt is taken once. Does not belong here: open
 * batches and when they are tried again, which is ejb's.
 */
@NullMarked
package sluice.jms.forward;

import org.jspecify.annotations.NullMarked;
