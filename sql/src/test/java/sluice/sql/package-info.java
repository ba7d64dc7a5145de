/**
 * Tests of the statement files against a real PostgreSQL, and the database fixture that other
 * modules' tests use.
 */
@NullMarked
package sluice.sql;

import org.jspecify.annotations.NullMarked;
