/**
 * The decision of a tick: which lanes may let how many jobs go, in fair order, as a function of
 * what the tick read.
 *
 * <p>Belongs here: the planner, its input and its plan. Does not belong here: what a single gate
 * allows (package {@code gate}), reading or writing rows (module {@code ejb}).
 */
@NullMarked
package sluice.core.admission;

import org.jspecify.annotations.NullMarked;
