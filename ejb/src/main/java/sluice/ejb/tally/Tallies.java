package sluice.ejb.tally;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sluice.sql.BoundStatement;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * What one transaction changes in the figures of policies. Collect, then {@link #insert} once. Not
 * thread-safe.
 */
public final class Tallies {
  private static final SqlStatement INSERT = SqlStatement.named("settle/insert_tallies");

  /** The figures. Gauges go up and down, the others only grow. */
  public enum Figure {
    /** Gauge: jobs not due yet. */
    SCHEDULED("scheduled"),
    /** Gauge: jobs in flight. */
    IN_FLIGHT("in_flight"),
    /** Jobs that ended with success. */
    FINISHED("finished"),
    /** Attempts that failed or were lost. */
    FAILED("failed"),
    /** Gauge: dead jobs. */
    DEAD("dead"),
    /** Jobs taken back. */
    CANCELLED("cancelled"),
    /** Jobs too late to be admitted. */
    EXPIRED("expired"),
    /** Words on attempts that were not current any more. */
    STALE("stale"),
    /** Attempts whose start is known. */
    STARTED("started");

    private final String column;

    Figure(String column) {
      this.column = column;
    }
  }

  private static final class Sheet {
    final Map<Figure, Integer> changes = new EnumMap<>(Figure.class);
    long lagMillis;
  }

  private final Map<Integer, Sheet> sheets = new TreeMap<>();

  /** Adds to a figure of a policy; below zero takes away. */
  public Tallies add(int policy, Figure figure, int change) {
    sheets.computeIfAbsent(policy, p -> new Sheet()).changes.merge(figure, change, Integer::sum);
    return this;
  }

  /** Notes the queue lag of an attempt that was started, in milliseconds. */
  public Tallies started(int policy, long lagMillis) {
    add(policy, Figure.STARTED, 1);
    sheets.computeIfAbsent(policy, p -> new Sheet()).lagMillis += lagMillis;
    return this;
  }

  /** The policies whose figures change. */
  public Set<Integer> policies() {
    return sheets.keySet();
  }

  /** Writes one row a policy; nothing if nothing changed. */
  public void insert(Connection connection) throws SQLException {
    Pipeline alone = new Pipeline(connection);
    insert(alone);
    alone.run();
  }

  /** The same as part of a pipeline. */
  public void insert(Pipeline pipeline) throws SQLException {
    if (sheets.isEmpty()) {
      return;
    }
    BoundStatement statement =
        pipeline
            .on(INSERT)
            .integers("policies", sheets.keySet().stream().mapToInt(p -> p).toArray())
            .bigints("lags_ms", sheets.values().stream().mapToLong(s -> s.lagMillis).toArray());
    for (Figure figure : Figure.values()) {
      statement.integers(
          figure.column,
          sheets.values().stream().mapToInt(s -> s.changes.getOrDefault(figure, 0)).toArray());
    }
    pipeline.add(statement);
  }
}
