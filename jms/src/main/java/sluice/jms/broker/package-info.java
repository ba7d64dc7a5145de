/**
 * The way to the message broker: connections, sessions, queues, and how an outage is waited out and
 * told.
 *
 * <p>The core API of the Artemis client is used, on which its JMS API is built, because the JMS API
 * decodes a body before it hands a message over (a malformed one ends the session's transaction and
 * blocks the queue), acknowledges at receipt (an outage of the database would raise delivery
 * counts), takes a body of any size into memory, and refuses to write property names that an AMQP
 * or STOMP producer may use.
 *
 * <p>Belongs here: everything that is the same for all queues. Does not belong here: what a message
 * means.
 */
@NullMarked
package sluice.jms.broker;

import org.jspecify.annotations.NullMarked;
