/**
 * Every table of the console as CSV.
 *
 * <p>Belongs here: the addresses under {@code /export}, columns, and what makes a cell harmless.
 * Does not belong here: reading rows, which is the services'.
 */
@NullMarked
package sluice.web.export;

import org.jspecify.annotations.NullMarked;
