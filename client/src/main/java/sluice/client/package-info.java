/**
 * The JMS side of Sluice for applications: the names of the wire format, a producer and a worker.
 *
 * <p>Belongs here: what a program needs that puts jobs in or works them off, over {@code
 * jakarta.jms} and nothing else. Does not belong here: anything of one broker, of a container, of
 * SQL, or of how jobs are admitted.
 *
 * <p>Nobody has to use these classes. Whoever speaks JMS, AMQP or STOMP can do the same with the
 * names in {@link sluice.client.WireFormat}. The server's own listeners and forwarder use them too.
 */
@NullMarked
package sluice.client;

import org.jspecify.annotations.NullMarked;
