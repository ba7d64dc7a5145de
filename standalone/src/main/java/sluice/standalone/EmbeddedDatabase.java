package sluice.standalone;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.postgresql.PGConnection;

/**
 * A PostgreSQL 17 of its own: persistent, durable ({@code fsync} and {@code synchronous_commit}
 * on), on the loopback only, and for nobody without the password. It holds one database {@code
 * sluice}, owned by the user {@code sluice}, who is no superuser.
 *
 * <p>Starting on a folder that holds data goes on with that data, also after {@code kill -9}: a
 * server that an earlier run left behind on the same folder is stopped first. The password given at
 * start is the one that holds from then on. When this JVM ends without {@link #close}, however it
 * ends, the server shuts down by itself.
 *
 * <p>Used by the launcher, by tests and by benchmarks. Thread-safe.
 */
public final class EmbeddedDatabase implements AutoCloseable {

  /** Name of the database and of its owner. */
  private static final String SLUICE = "sluice";

  private static final String INVALID_PASSWORD = "28P01";

  private final PostgresServer server;
  private final String password;

  private EmbeddedDatabase(PostgresServer server, String password) {
    this.server = server;
    this.password = password;
  }

  /**
   * Starts PostgreSQL with its log beside the data directory ({@code <directory>.log}).
   *
   * @param directory the data directory; made when it is not there
   * @param port the port on the loopback, or 0 for any that is free
   * @param password of the users {@code sluice} and {@code postgres}
   * @throws StartRefusedException when the directory holds what this PostgreSQL cannot use
   * @throws StartFailedException when PostgreSQL does not come up
   */
  public static EmbeddedDatabase start(Path directory, int port, String password) {
    Path log = directory.toAbsolutePath().resolveSibling(directory.getFileName() + ".log");
    return start(directory, log, port, password, Map.of());
  }

  /**
   * As the other, with a log file and with server settings that go before the defaults (as in
   * {@code postgresql.conf}; values are quoted here).
   */
  public static EmbeddedDatabase start(
      Path directory, Path log, int port, String password, Map<String, String> settings) {
    PostgresServer server =
        new PostgresServer(PostgresBinaries.unpacked(directory), directory, log, settings);
    server.createIfAbsent(password);
    server.stopOrphan();
    server.start(port == 0 ? Ports.anyFree() : port);
    EmbeddedDatabase database = new EmbeddedDatabase(server, password);
    try {
      database.letIn();
      return database;
    } catch (SQLException | RuntimeException fault) {
      database.close();
      throw new StartFailedException(
          "PostgreSQL started but does not let Sluice in (%s); see %s."
              .formatted(fault.getMessage(), log),
          fault);
    }
  }

  /**
   * Stops a server that an earlier run left behind on this data directory; does nothing when there
   * is none.
   */
  static void stopOrphan(Path directory, Path log) {
    if (java.nio.file.Files.exists(directory)) {
      new PostgresServer(PostgresBinaries.unpacked(directory), directory, log, Map.of())
          .stopOrphan();
    }
  }

  /** URL of the database, without user and password. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(server.port(), SLUICE);
  }

  /** The user that owns the database. */
  public String user() {
    return SLUICE;
  }

  /** That user's password. */
  public String password() {
    return password;
  }

  /** The port on the loopback. */
  public int port() {
    return server.port();
  }

  /** Process id of the postmaster. */
  public long pid() {
    return server.pid();
  }

  /** Whether the postmaster is alive. */
  public boolean isRunning() {
    return server.isRunning();
  }

  /**
   * Starts the server again, on the same port and data, after it died; does nothing while it runs.
   */
  public void startAgain() {
    if (!server.isRunning()) {
      server.start(server.port());
    }
  }

  /** A new connection to the database, for the caller to close. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), SLUICE, password);
  }

  /**
   * Ends the server at once, as a power cut would: nothing is flushed, and the next start recovers.
   */
  public void crash() {
    server.crash();
  }

  /**
   * Fast shutdown: open transactions are rolled back, clients are sent away, data is flushed.
   * Idempotent.
   */
  @Override
  public void close() {
    server.stop();
  }

  /**
   * Makes sure that user and database are there and that the password is the one given. The usual
   * start needs one connection for that.
   */
  private void letIn() throws SQLException {
    if (isLetIn()) {
      return;
    }
    try {
      makeUserAndDatabase();
    } catch (SQLException fault) {
      if (!INVALID_PASSWORD.equals(fault.getSQLState())) {
        throw fault;
      }
      server.setSuperuserPassword(password);
      makeUserAndDatabase();
    }
  }

  private boolean isLetIn() {
    try (Connection ignored = connect()) {
      return true;
    } catch (SQLException notYet) {
      return false;
    }
  }

  private void makeUserAndDatabase() throws SQLException {
    String url = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(server.port());
    try (Connection connection =
            DriverManager.getConnection(url, PostgresFiles.SUPERUSER, password);
        Statement statement = connection.createStatement()) {
      if (isEmpty(statement, "select 1 from pg_roles where rolname = 'sluice'")) {
        statement.execute("create role sluice login");
      }
      connection
          .unwrap(PGConnection.class)
          .alterUserPassword(SLUICE, password.toCharArray(), "scram-sha-256");
      if (isEmpty(statement, "select 1 from pg_database where datname = 'sluice'")) {
        statement.execute("create database sluice owner sluice");
      }
    }
  }

  private static boolean isEmpty(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return !rows.next();
    }
  }
}
