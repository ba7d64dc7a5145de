/**
 * Observe: events get their numbers and go to the topic and to subscribers; namespaces are sampled.
 *
 * <p>Belongs here: the one publisher at a time, the sampling of quotas, the hub that serves a
 * node's subscribers. Does not belong here: what is worth an event (package {@code event} and its
 * callers), the broker, HTTP.
 */
@NullMarked
package sluice.ejb.broadcast;

import org.jspecify.annotations.NullMarked;
