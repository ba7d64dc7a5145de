/**
 * Why a job waits, for people: the gates' own verdicts, put in order, and what to do about it.
 *
 * <p>Belongs here: the choice of the reason that counts most, the advice. Does not belong here:
 * what a gate allows (package {@code gate}), which lane goes first (package {@code admission}),
 * reading rows (module {@code ejb}).
 */
@NullMarked
package sluice.core.explain;

import org.jspecify.annotations.NullMarked;
