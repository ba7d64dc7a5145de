package sluice.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A statement on one connection with its parameters. Bind by name, then run once by {@link #list},
 * {@link #first}, {@link #one} or {@link #update}. Not thread-safe, like the connection.
 */
public final class BoundStatement {
  private final SqlStatement statement;
  private final Connection connection;
  private final Map<String, @Nullable Object> values = new HashMap<>();

  BoundStatement(SqlStatement statement, Connection connection) {
    this.statement = statement;
    this.connection = connection;
  }

  /** Binds a number, text, boolean, UUID or null. */
  public BoundStatement set(String name, @Nullable Object value) {
    if (!statement.positions().contains(name)) {
      throw new IllegalArgumentException(
          statement.name()
              + " has no parameter "
              + name
              + "; it has "
              + statement.parameterNames());
    }
    values.put(name, value);
    return this;
  }

  /** Binds an instant. */
  public BoundStatement set(String name, @Nullable Instant value) {
    return set(
        name, (Object) (value == null ? null : OffsetDateTime.ofInstant(value, ZoneOffset.UTC)));
  }

  /** Binds a bigint[]. */
  public BoundStatement bigints(String name, long[] value) throws SQLException {
    return set(name, connection.createArrayOf("int8", box(value)));
  }

  /** Binds a bigint[] with nulls. */
  public BoundStatement bigints(String name, @Nullable Long[] value) throws SQLException {
    return set(name, connection.createArrayOf("int8", value));
  }

  /** Binds an integer[]. */
  public BoundStatement integers(String name, int[] value) throws SQLException {
    Integer[] boxed = new Integer[value.length];
    for (int i = 0; i < value.length; i++) {
      boxed[i] = value[i];
    }
    return set(name, connection.createArrayOf("int4", boxed));
  }

  /** Binds a double precision[], members may be null. */
  public BoundStatement reals(String name, @Nullable Double[] value) throws SQLException {
    return set(name, connection.createArrayOf("float8", value));
  }

  /** Binds a boolean[]. */
  public BoundStatement bools(String name, boolean[] value) throws SQLException {
    Boolean[] boxed = new Boolean[value.length];
    for (int i = 0; i < value.length; i++) {
      boxed[i] = value[i];
    }
    return set(name, connection.createArrayOf("bool", boxed));
  }

  /** Binds a text[], members may be null. */
  public BoundStatement texts(String name, @Nullable String[] value) throws SQLException {
    return set(name, connection.createArrayOf("text", value));
  }

  /** Binds a uuid[], members may be null. */
  public BoundStatement uuids(String name, @Nullable UUID[] value) throws SQLException {
    return set(name, connection.createArrayOf("uuid", value));
  }

  /** Binds a bytea[], members may be null. */
  public BoundStatement byteas(String name, byte @Nullable [][] value) throws SQLException {
    return set(name, connection.createArrayOf("bytea", value));
  }

  /** Binds a timestamptz[], members may be null. */
  public BoundStatement instants(String name, @Nullable Instant[] value) throws SQLException {
    String[] texts = new String[value.length];
    for (int i = 0; i < value.length; i++) {
      Instant instant = value[i];
      texts[i] = instant == null ? null : text(instant);
    }
    return set(name, connection.createArrayOf("timestamptz", texts));
  }

  /** As PostgreSQL reads it: Java writes a plus before a year of five digits, which it refuses. */
  private static String text(Instant instant) {
    String text = OffsetDateTime.ofInstant(instant, ZoneOffset.UTC).toString();
    return text.startsWith("+") ? text.substring(1) : text;
  }

  /** Runs the statement and reads all rows. */
  public <T extends @Nullable Object> List<T> list(RowReader<T> reader) throws SQLException {
    try (PreparedStatement prepared = prepare();
        ResultSet result = prepared.executeQuery()) {
      Row row = new Row(result);
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(row));
      }
      return rows;
    }
  }

  /** Runs the statement and reads the first row, if there is one. */
  public <T> Optional<T> first(RowReader<T> reader) throws SQLException {
    List<T> rows = list(reader);
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
  }

  /** Runs the statement and reads the one row it gives. */
  public <T> T one(RowReader<T> reader) throws SQLException {
    List<T> rows = list(reader);
    if (rows.size() != 1) {
      throw new SQLException(
          statement.name() + " gave " + rows.size() + " rows where one was promised");
    }
    return rows.getFirst();
  }

  /** Runs the statement; the number of rows it changed. */
  public int update() throws SQLException {
    try (PreparedStatement prepared = prepare()) {
      return prepared.executeUpdate();
    }
  }

  private PreparedStatement prepare() throws SQLException {
    PreparedStatement prepared = connection.prepareStatement(statement.jdbc());
    try {
      bind(prepared, 1);
      return prepared;
    } catch (SQLException | RuntimeException e) {
      prepared.close();
      throw e;
    }
  }

  String name() {
    return statement.name();
  }

  String jdbc() {
    return statement.jdbc();
  }

  /** Binds all parameters, the first at this position; the position after the last. */
  int bind(PreparedStatement prepared, int first) throws SQLException {
    int position = first;
    for (String name : statement.positions()) {
      Object value = values.get(name);
      if (value == null && !values.containsKey(name)) {
        throw new IllegalStateException(statement.name() + ": parameter " + name + " is not bound");
      }
      prepared.setObject(position, value);
      position++;
    }
    return position;
  }

  private static Long[] box(long[] value) {
    Long[] boxed = new Long[value.length];
    for (int i = 0; i < value.length; i++) {
      boxed[i] = value[i];
    }
    return boxed;
  }
}
