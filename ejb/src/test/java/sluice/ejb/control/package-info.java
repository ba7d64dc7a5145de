/** Operators' acts on real PostgreSQL, with ticks in between. */
@NullMarked
package sluice.ejb.control;

import org.jspecify.annotations.NullMarked;
