package sluice.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A job scheduler by others, on the same PostgreSQL, in a schema of its own: jobs of 300 bytes that
 * do nothing, run once each, as fast as it goes. It knows no gates.
 */
interface Peer {
  /** Jobs that are put in at once. */
  int BATCH = 1_000;

  /** As in the table. */
  String name();

  /** Its schema; what is in it is lost. */
  String schema();

  /** Jobs a round, a multiple of the batch; the rate is what is compared. */
  int jobs();

  /** One round; the time taken, in nanoseconds. Ends what it starts. */
  long run(HikariDataSource pool) throws Exception;

  /** One round in a fresh schema of this database. */
  default long time(PGSimpleDataSource database) throws Exception {
    Logger root = Logger.getLogger("");
    Level usual = root.getLevel();
    root.setLevel(Level.SEVERE);
    try (HikariDataSource pool = pool(database)) {
      return run(pool);
    } finally {
      root.setLevel(usual);
    }
  }

  private HikariDataSource pool(PGSimpleDataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "drop schema if exists %1$s cascade; create schema %1$s".formatted(schema()));
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.getURL());
    config.setUsername(database.getUser());
    config.setPassword(database.getPassword());
    config.addDataSourceProperty("currentSchema", schema());
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.setMaximumPoolSize(30);
    return new HikariDataSource(config);
  }

  /** Waits until a query that counts what is left says none. */
  static void awaitNone(HikariDataSource pool, String count)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      while (true) {
        try (var row = statement.executeQuery(count)) {
          row.next();
          if (row.getLong(1) == 0) {
            return;
          }
          if (System.nanoTime() > deadline) {
            throw new IllegalStateException(row.getLong(1) + " jobs are not over");
          }
        }
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
  }
}
