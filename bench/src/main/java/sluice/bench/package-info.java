/**
 * Benchmarks: each prints a Markdown table with medians and spread, beside the bare-SQL floor of
 * the same run, and counts its jobs: one lost or run twice makes it a failure, not a figure.
 *
 * <p>Belongs here: what is measured and how. Does not belong here: timed tests; a figure depends on
 * the machine, a ratio less so.
 */
@NullMarked
package sluice.bench;

import org.jspecify.annotations.NullMarked;
