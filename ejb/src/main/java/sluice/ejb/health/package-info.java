/**
 * Health: whether this node lives, has started, and gets on with its work.
 *
 * <p>Belongs here: the checks. Does not belong here: figures (package {@code observe}).
 */
@NullMarked
package sluice.ejb.health;

import org.jspecify.annotations.NullMarked;
