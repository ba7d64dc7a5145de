package sluice.sql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one row of a result.
 *
 * @param <T> what a row becomes
 */
@FunctionalInterface
public interface RowReader<T extends @Nullable Object> {
  /** The row as a value; called once a row, in order. */
  T read(Row row) throws SQLException;
}
