/**
 * Observe: figures and looks at jobs, for people.
 *
 * <p>Belongs here: read-only questions with bounded cost. Does not belong here: anything that
 * changes a job.
 */
@NullMarked
package sluice.ejb.observe;

import org.jspecify.annotations.NullMarked;
