package sluice.ejb.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Work on one connection, inside one transaction that somebody else begins and ends.
 *
 * @param <T> what the work gives back
 */
@FunctionalInterface
public interface SqlWork<T extends @Nullable Object> {
  /** Does the work; an exception rolls the transaction back. */
  T on(Connection connection) throws SQLException;
}
