/**
 * The way to the database: transactions and connections.
 *
 * <p>Belongs here: running SQL in a container transaction. Does not belong here: statements, which
 * are files in module sql.
 */
@NullMarked
package sluice.ejb.database;

import org.jspecify.annotations.NullMarked;
