package sluice.standalone;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files of one PostgreSQL data directory: making it, telling whether it is whole, its settings.
 * Those live in {@code sluice.conf} inside the directory, written anew at every start and included
 * from {@code postgresql.conf}; lines that an operator adds to {@code postgresql.conf} below that
 * include go before it.
 *
 * @param binaries the programs that make it
 * @param directory the data directory, absolute
 * @param log where the programs' output goes
 */
record PostgresFiles(PostgresBinaries binaries, Path directory, Path log) {

  static final String SUPERUSER = "postgres";

  private static final Logger LOG = System.getLogger(PostgresFiles.class.getName());
  private static final String MAJOR_VERSION = "17";

  /**
   * Makes the data directory when it is not there. It is made under another name and renamed when
   * it is whole, so an interrupted start leaves nothing that the next one would take for data. A
   * directory that never was whole is moved aside, not deleted.
   */
  void createIfAbsent(String password) {
    try {
      if (isWhole()) {
        requireVersion();
        return;
      }
      moveAsideUnlessEmpty();
      Path fresh = directory.resolveSibling(directory.getFileName() + ".new");
      DataFolder.deleteTree(fresh);
      Files.createDirectories(directory.getParent());
      initdb(fresh, password);
      Files.writeString(
          fresh.resolve("postgresql.conf"),
          "\n# Written at every start; lines below this one go before it.\ninclude 'sluice.conf'\n",
          StandardOpenOption.APPEND);
      Files.move(fresh, directory);
    } catch (IOException fault) {
      throw new StartFailedException(
          "The PostgreSQL data directory %s could not be made: %s.".formatted(directory, fault),
          fault);
    }
  }

  private boolean isWhole() {
    return Files.exists(directory.resolve("PG_VERSION"))
        && Files.exists(directory.resolve("global/pg_control"));
  }

  private void requireVersion() throws IOException {
    String version = Files.readString(directory.resolve("PG_VERSION")).strip();
    if (!version.equals(MAJOR_VERSION)) {
      throw new StartRefusedException(
          "The data in %s was written by PostgreSQL %s and this Sluice brings PostgreSQL %s: dump it with the old version and load it into an empty data folder, or set SLUICE_DB_URL."
              .formatted(directory, version, MAJOR_VERSION));
    }
  }

  private void moveAsideUnlessEmpty() throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    boolean empty;
    try (var entries = Files.list(directory)) {
      empty = entries.findAny().isEmpty();
    }
    if (empty) {
      Files.delete(directory);
      return;
    }
    Path aside =
        directory.resolveSibling(
            directory.getFileName() + ".incomplete-" + Instant.now().toEpochMilli());
    Files.move(directory, aside);
    LOG.log(Level.WARNING, "database directory={0} incomplete=true moved_to={1}", directory, aside);
  }

  private void initdb(Path fresh, String password) throws IOException {
    Path passwordFile = directory.resolveSibling(directory.getFileName() + ".password");
    DataFolder.writePrivate(passwordFile, password + "\n");
    try {
      Command.Result made =
          binaries
              .command("initdb", log)
              .with("--pgdata", fresh.toString(), "--username", SUPERUSER)
              .with("--pwfile", passwordFile.toString(), "--auth", "scram-sha-256")
              .with("--encoding", "UTF8", "--no-locale")
              .with("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8")
              .run(Duration.ofMinutes(2));
      if (!made.isSuccess()) {
        throw new StartFailedException(
            "initdb failed: %s; see %s.".formatted(Command.lastLine(log), log));
      }
    } finally {
      Files.deleteIfExists(passwordFile);
    }
  }

  /** Writes the settings of the next start; those given go before the defaults. */
  void writeSettings(int port, Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(port));
    all.put("unix_socket_directories", "");
    all.put("max_connections", "100");
    all.put("password_encryption", "scram-sha-256");
    all.put("fsync", "on");
    all.put("synchronous_commit", "on");
    all.put("full_page_writes", "on");
    all.put("wal_compression", "on");
    all.put("min_wal_size", "256MB");
    all.put("max_wal_size", "2GB");
    all.put("checkpoint_timeout", "10min");
    all.put("shared_buffers", "256MB");
    all.put("work_mem", "16MB");
    all.put("maintenance_work_mem", "128MB");
    all.put("jit", "off");
    all.put("random_page_cost", "1.1");
    // A queue's tables are rewritten many times a day: vacuum them early and briskly.
    all.put("autovacuum_naptime", "15s");
    all.put("autovacuum_vacuum_cost_limit", "2000");
    all.put("timezone", "UTC");
    all.put("log_timezone", "UTC");
    all.put("log_line_prefix", "%m [%p] ");
    all.put("log_checkpoints", "off");
    all.put("log_parameter_max_length", "0");
    all.putAll(settings);
    StringBuilder text = new StringBuilder("# Written by Sluice at every start.\n");
    all.forEach((name, value) ->
        text.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
    try {
      Files.writeString(directory.resolve("sluice.conf"), text);
    } catch (IOException fault) {
      throw new StartFailedException(
          "The PostgreSQL settings in %s could not be written: %s.".formatted(directory, fault),
          fault);
    }
  }
}
