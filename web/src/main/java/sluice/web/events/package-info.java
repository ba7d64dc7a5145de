/**
 * Server-sent events: {@code GET /api/events}, and the same for the pages of the console.
 *
 * <p>Belongs here: how the stream looks on the wire and how a connection is fed without a thread of
 * its own. Does not belong here: what is told to whom and when, which is ejb's hub.
 */
@NullMarked
package sluice.web.events;

import org.jspecify.annotations.NullMarked;
