/**
 * Rows of {@code gate_partition} as the core's values, and back.
 *
 * <p>Belongs here: the translation that staging, ticks and settlement share. Does not belong here:
 * what a gate decides.
 */
@NullMarked
package sluice.ejb.partition;

import org.jspecify.annotations.NullMarked;
