/**
 * The auditor: compares what counters say with what the rows are, a bounded stretch at a time,
 * tells and mends differences.
 *
 * <p>Each comparison is one statement. What it compares is changed in one transaction, so one
 * snapshot sees either both sides of a change or neither, and no lock is needed to look. Only a
 * difference is looked at again under the lock, and mended there. Does not belong here: who did
 * what (package {@code audit}).
 */
@NullMarked
package sluice.ejb.auditor;

import org.jspecify.annotations.NullMarked;
