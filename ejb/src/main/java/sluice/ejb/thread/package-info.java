/**
 * Threads of the container for what a node does beside requests and timers.
 *
 * <p>Belongs here: where threads come from. Does not belong here: what they do.
 */
@NullMarked
package sluice.ejb.thread;

import org.jspecify.annotations.NullMarked;
