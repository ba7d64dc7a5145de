/**
 * From producers to staging.
 *
 * <p>Belongs here: the intake queues and what their messages ask for. Does not belong here: whether
 * a policy exists or a key is taken, which staging decides.
 */
@NullMarked
package sluice.jms.intake;

import org.jspecify.annotations.NullMarked;
