/**
 * From the log of events to the topic.
 *
 * <p>Belongs here: how an event looks as a message. Does not belong here: numbers and order, which
 * are ejb's.
 */
@NullMarked
package sluice.jms.event;

import org.jspecify.annotations.NullMarked;
