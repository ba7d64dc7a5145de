/**
 * Operator hints: what the figures of the last minutes say is wrong, and which knob to turn.
 *
 * <p>Belongs here: the rules and their words. Does not belong here: reading figures, which is the
 * ejb module's, and why a single job waits (package {@code explain}).
 */
@NullMarked
package sluice.core.hint;

import org.jspecify.annotations.NullMarked;
