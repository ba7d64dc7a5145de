/**
 * Explain: why a job, a lane or a partition waits, from rows read without a lock and the core's
 * verdicts on them.
 *
 * <p>Belongs here: reading what a tick would ask about. Does not belong here: the verdicts and the
 * advice ({@code sluice.core.explain}), figures ({@code observe}).
 */
@NullMarked
package sluice.ejb.explain;

import org.jspecify.annotations.NullMarked;
