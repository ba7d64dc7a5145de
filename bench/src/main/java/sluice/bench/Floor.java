package sluice.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What bare SQL does for a job's life on this database: a table with only its primary key, 300
 * bytes of payload; insert, update, delete with a narrow history row, 1,000 jobs a transaction, one
 * connection.
 */
final class Floor {
  private static final int BATCH = 1_000;
  private static final String UPDATE = "update floor.job set state = 1 where id = any (?)";
  private static final String DELETE =
      "with gone as (delete from floor.job where id = any (?) returning id) insert into floor.history select id, clock_timestamp() from gone";

  private Floor() {}

  /** Runs so many jobs through; the time taken, in nanoseconds. */
  static long run(Connection connection, int jobs) throws SQLException {
    create(connection);
    long began = System.nanoTime();
    for (int from = 0; from < jobs; from += BATCH) {
      insert(connection, from);
    }
    for (int from = 0; from < jobs; from += BATCH) {
      byIds(connection, from, BATCH, UPDATE);
    }
    for (int from = 0; from < jobs; from += BATCH) {
      byIds(connection, from, BATCH, DELETE);
    }
    return System.nanoTime() - began;
  }

  /** Only the delete with history of so many jobs, {@code batch} a transaction. */
  static long delete(Connection connection, int jobs, int batch) throws SQLException {
    create(connection);
    for (int from = 0; from < jobs; from += BATCH) {
      insert(connection, from);
    }
    long began = System.nanoTime();
    for (int from = 0; from < jobs; from += batch) {
      byIds(connection, from, batch, DELETE);
    }
    return System.nanoTime() - began;
  }

  private static void create(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("create schema if not exists floor");
      statement.execute("drop table if exists floor.job, floor.history");
      statement.execute(
          "create table floor.job (id bigint primary key, state integer not null, payload bytea not null)");
      statement.execute(
          "create table floor.history (id bigint not null, ended_at timestamptz not null)");
      connection.commit();
    }
  }

  private static void insert(Connection connection, int from) throws SQLException {
    byte[][] payloads = new byte[BATCH][];
    java.util.Arrays.fill(payloads, new byte[300]);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into floor.job select id, 0, payload from unnest(?::bigint[], ?::bytea[]) as u (id, payload)")) {
      insert.setArray(1, connection.createArrayOf("int8", ids(from, BATCH)));
      insert.setArray(2, connection.createArrayOf("bytea", payloads));
      insert.executeUpdate();
    }
    connection.commit();
  }

  private static void byIds(Connection connection, int from, int count, String sql)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("int8", ids(from, count)));
      statement.executeUpdate();
    }
    connection.commit();
  }

  private static Long[] ids(int from, int count) {
    Long[] ids = new Long[count];
    for (int i = 0; i < count; i++) {
      ids[i] = (long) from + i;
    }
    return ids;
  }
}
