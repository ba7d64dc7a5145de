/**
 * The one vocabulary of reasons why a job is not admitted (R10). Belongs here: the enum and its
 * sentences. Does not belong here: the decision itself (a gate's or the planner's), formatting,
 * translation.
 */
@NullMarked
package sluice.core.reason;

import org.jspecify.annotations.NullMarked;
