/**
 * What becomes of a job when an attempt ends.
 *
 * <p>Belongs here: the decision as a function of outcome, attempts used and the policy's retry
 * rule. Does not belong here: slots and rows (module {@code ejb}), the adaptive formulas (package
 * {@code gate}).
 */
@NullMarked
package sluice.core.settlement;

import org.jspecify.annotations.NullMarked;
