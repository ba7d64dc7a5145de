/**
 * The console page about batches: the outbox and what was forwarded lately.
 *
 * <p>Belongs here: the bean behind the page. Does not belong here: forwarding.
 */
@NullMarked
package sluice.web.batches;

import org.jspecify.annotations.NullMarked;
