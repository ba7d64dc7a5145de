/**
 * What this node sent to the rejected queue, counted by reason.
 *
 * <p>Belongs here: the count. Does not belong here: what makes a message unfit and the sending,
 * which are the jms module's, and the metric's name (package {@code metrics}).
 */
@NullMarked
package sluice.ejb.reject;

import org.jspecify.annotations.NullMarked;
