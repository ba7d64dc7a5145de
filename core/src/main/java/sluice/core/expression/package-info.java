/**
 * Expressions over a job's context: {@code ${…}} templates, and the numbers and durations of a
 * policy that may be computed by them. Belongs here: compiling, the check of what is allowed,
 * evaluation, the context. Does not belong here: what a value means to a gate or a share ({@code
 * sluice.core.gate}, {@code sluice.core.policy}), nor any access to Java objects: an expression
 * sees text, numbers and booleans and nothing else.
 */
@NullMarked
package sluice.core.expression;

import org.jspecify.annotations.NullMarked;
