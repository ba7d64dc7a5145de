/**
 * The engine (stage, tick, settle) against a real PostgreSQL, without a container: limits,
 * fairness, races, cost.
 */
@NullMarked
package sluice.ejb.engine;

import org.jspecify.annotations.NullMarked;
