package sluice.sql;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The current row of a result, by column name. A null where none is allowed is a broken promise and
 * is reported with the column.
 */
public final class Row {
  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  /** A bigint, integer or smallint. */
  public long bigint(String column) throws SQLException {
    long value = result.getLong(column);
    return present(value, column);
  }

  /** An integer or smallint. */
  public int integer(String column) throws SQLException {
    int value = result.getInt(column);
    return present(value, column);
  }

  /** A double precision. */
  public double real(String column) throws SQLException {
    double value = result.getDouble(column);
    return present(value, column);
  }

  /** A boolean. */
  public boolean bool(String column) throws SQLException {
    boolean value = result.getBoolean(column);
    return present(value, column);
  }

  /** A text, enum or jsonb. */
  public String text(String column) throws SQLException {
    return present(result.getString(column), column);
  }

  /** A timestamptz. */
  public Instant instant(String column) throws SQLException {
    return present(instantOrNull(column), column);
  }

  /** Bytes. */
  public byte[] bytes(String column) throws SQLException {
    return present(result.getBytes(column), column);
  }

  /** A bigint that may be null. */
  public @Nullable Long bigintOrNull(String column) throws SQLException {
    long value = result.getLong(column);
    return result.wasNull() ? null : value;
  }

  /** A double precision that may be null. */
  public @Nullable Double realOrNull(String column) throws SQLException {
    double value = result.getDouble(column);
    return result.wasNull() ? null : value;
  }

  /** A text that may be null. */
  public @Nullable String textOrNull(String column) throws SQLException {
    return result.getString(column);
  }

  /** Bytes that may be null. */
  public byte @Nullable [] bytesOrNull(String column) throws SQLException {
    return result.getBytes(column);
  }

  /** A timestamptz that may be null. */
  public @Nullable Instant instantOrNull(String column) throws SQLException {
    OffsetDateTime value = result.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  /** A uuid. */
  public UUID uuid(String column) throws SQLException {
    return present(uuidOrNull(column), column);
  }

  /** A uuid that may be null. */
  public @Nullable UUID uuidOrNull(String column) throws SQLException {
    return result.getObject(column, UUID.class);
  }

  /** A bigint[] without nulls; empty for null. */
  public long[] bigints(String column) throws SQLException {
    Long[] boxed = array(column, Long[].class, new Long[0]);
    long[] values = new long[boxed.length];
    for (int i = 0; i < boxed.length; i++) {
      values[i] = boxed[i];
    }
    return values;
  }

  /** An integer[] without nulls; empty for null. */
  public int[] integers(String column) throws SQLException {
    Integer[] boxed = array(column, Integer[].class, new Integer[0]);
    int[] values = new int[boxed.length];
    for (int i = 0; i < boxed.length; i++) {
      values[i] = boxed[i];
    }
    return values;
  }

  /** A bigint[] whose members may be null; empty for null. */
  public @Nullable Long[] bigintsOrNulls(String column) throws SQLException {
    return array(column, Long[].class, new Long[0]);
  }

  /** A double precision[] whose members may be null; empty for null. */
  public @Nullable Double[] reals(String column) throws SQLException {
    return array(column, Double[].class, new Double[0]);
  }

  private <T> T array(String column, Class<T> type, T none) throws SQLException {
    Array array = result.getArray(column);
    return array == null ? none : type.cast(array.getArray());
  }

  private <T> T present(@Nullable T value, String column) throws SQLException {
    if (value == null || result.wasNull()) {
      throw new SQLException("column " + column + " is null");
    }
    return value;
  }
}
