package sluice.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that do not need each other's rows and go to the database together: one way there and
 * back for all of them. They run in the order they were added, each with a snapshot of its own, as
 * if sent one by one. Add statements that {@link #on} binds, {@link #run} once, then read the
 * answers. Not thread-safe, like the connection.
 */
public final class Pipeline {
  private final Connection connection;
  private final List<Step<?>> steps = new ArrayList<>();

  private record Step<T extends @Nullable Object>(
      BoundStatement statement, @Nullable RowReader<T> reader, List<T> rows) {
    void read(@Nullable ResultSet result) throws SQLException {
      if (reader == null || result == null) {
        throw new SQLException(
            statement.name() + (result == null ? " gives no rows" : " gives rows nobody reads"));
      }
      Row row = new Row(result);
      while (result.next()) {
        rows.add(reader.read(row));
      }
    }
  }

  /** Nothing yet, for this connection. */
  public Pipeline(Connection connection) {
    this.connection = connection;
  }

  /** A statement for this pipeline, with nothing bound yet. */
  public BoundStatement on(SqlStatement statement) {
    return statement.on(connection);
  }

  /** Adds a statement that gives no rows. */
  public void add(BoundStatement statement) {
    steps.add(new Step<Object>(statement, null, List.of()));
  }

  /**
   * Adds a statement that gives rows.
   *
   * @return its rows, empty until {@link #run}
   */
  public <T extends @Nullable Object> List<T> add(BoundStatement statement, RowReader<T> reader) {
    List<T> rows = new ArrayList<>();
    steps.add(new Step<>(statement, reader, rows));
    return rows;
  }

  /**
   * Runs what was added, if anything was.
   *
   * @throws SQLException of the first statement that fails; those behind it did not run
   */
  public void run() throws SQLException {
    if (steps.isEmpty()) {
      return;
    }
    String text = String.join("; ", steps.stream().map(s -> s.statement().jdbc()).toList());
    try (PreparedStatement prepared = connection.prepareStatement(text)) {
      int next = 1;
      for (Step<?> step : steps) {
        next = step.statement().bind(prepared, next);
      }
      boolean rows = prepared.execute();
      for (Step<?> step : steps) {
        if (rows || step.reader() != null) {
          step.read(rows ? prepared.getResultSet() : null);
        }
        rows = prepared.getMoreResults();
      }
    }
  }
}
