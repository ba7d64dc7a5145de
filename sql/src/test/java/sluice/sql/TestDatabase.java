package sluice.sql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One real PostgreSQL a JVM, and a freshly migrated database for each caller. The session zone is
 * not UTC on purpose. Thread-safe; the server ends with the JVM.
 */
public final class TestDatabase {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final PGSimpleDataSource dataSource;

  private TestDatabase(PGSimpleDataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** A new migrated database: a copy of one that is migrated once. */
  public static TestDatabase fresh() {
    String name = "sluice_" + COUNT.incrementAndGet();
    create(name + " template " + Template.NAME);
    return new TestDatabase(dataSource(name));
  }

  /** A new database with nothing in it. */
  public static TestDatabase empty() {
    String name = "sluice_" + COUNT.incrementAndGet();
    create(name + " template template0");
    return new TestDatabase(dataSource(name));
  }

  private static void create(String what) {
    try (Connection connection = Server.INSTANCE.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + what);
    } catch (SQLException e) {
      throw new IllegalStateException("create database " + what, e);
    }
  }

  private static PGSimpleDataSource dataSource(String name) {
    PGSimpleDataSource dataSource =
        (PGSimpleDataSource) Server.INSTANCE.getDatabase("postgres", name);
    dataSource.setCurrentSchema(Schema.NAME);
    dataSource.setOptions("-c TimeZone=Asia/Tokyo -c lock_timeout=20s -c statement_timeout=60s");
    dataSource.setStringType("unspecified");
    return dataSource;
  }

  private static final class Template {
    static final String NAME = migrated();

    private static String migrated() {
      create("sluice_template");
      Schema.migrate(dataSource("sluice_template"));
      return "sluice_template";
    }
  }

  /** Connections with autocommit on and the schema on the search path. */
  public DataSource dataSource() {
    return dataSource;
  }

  /** A connection with autocommit on. */
  public Connection connect() throws SQLException {
    return dataSource.getConnection();
  }

  /** Runs a statement text for the set-up of a test. */
  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final class Server {
    /** In memory where there is room: a database a test is 60,000 files to make and delete. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final long ENOUGH = 6L << 30;

    static final EmbeddedPostgres INSTANCE = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
        if (Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH) {
          builder.setDataDirectory(Files.createTempDirectory(MEMORY, "sluice-test"));
        }
        return builder
            .setServerConfig("shared_buffers", "256MB")
            .setServerConfig("jit", "off")
            .setServerConfig("fsync", "off") // nobody pulls the plug on a test; a database a test
            .setServerConfig("max_connections", "100")
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException("PostgreSQL does not start", e);
      }
    }
  }
}
