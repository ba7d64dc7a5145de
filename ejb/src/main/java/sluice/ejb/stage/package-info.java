/**
 * Stage: accept jobs into PostgreSQL by inserts only.
 *
 * <p>Belongs here: the SQL that writes jobs and arrivals, lanes made on first sight. Does not
 * belong here: gates and fair order (core), messages (jms).
 */
@NullMarked
package sluice.ejb.stage;

import org.jspecify.annotations.NullMarked;
