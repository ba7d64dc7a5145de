package sluice.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL data directory and the server process on it: make it, start it, stop it, take over
 * what an earlier run left. Settings live in {@code sluice.conf} inside the directory, written anew
 * at every start and included from {@code postgresql.conf}. Lines that an operator adds to {@code
 * postgresql.conf} below that include go before it.
 *
 * <p>Called by {@link EmbeddedDatabase} only. Methods that change the process are guarded by this
 * object's monitor.
 */
final class PostgresServer {

  private static final Logger LOG = System.getLogger(PostgresServer.class.getName());
  private static final Duration RECOVERY = Duration.ofMinutes(5);
  private static final Duration ORPHAN_STOPS = Duration.ofSeconds(30);

  private final PostgresBinaries binaries;
  private final Path directory;
  private final Path log;
  private final Map<String, String> settings;
  private final PostgresFiles files;
  private volatile int port;
  private volatile @Nullable ProcessHandle postmaster;
  private @Nullable Process watcher;

  PostgresServer(
      PostgresBinaries binaries, Path directory, Path log, Map<String, String> settings) {
    this.binaries = binaries;
    this.directory = directory.toAbsolutePath().normalize();
    this.log = log.toAbsolutePath().normalize();
    this.settings = settings;
    this.files = new PostgresFiles(binaries, this.directory, this.log);
  }

  int port() {
    return port;
  }

  /** Makes the data directory when it is not there. */
  synchronized void createIfAbsent(String password) {
    files.createIfAbsent(password);
  }

  long pid() {
    ProcessHandle process = postmaster;
    return process == null ? -1 : process.pid();
  }

  boolean isRunning() {
    ProcessHandle process = postmaster;
    return process != null && process.isAlive();
  }

  /** Stops the server that an earlier run left on this directory, and waits until it is gone. */
  synchronized void stopOrphan() {
    Optional<ProcessHandle> recorded = recordedPostmaster();
    if (recorded.isEmpty()) {
      return;
    }
    ProcessHandle process = recorded.get();
    Optional<String> commandLine = process.info().commandLine();
    if (process.isAlive() && commandLine.isEmpty()) {
      return; // Whose it is cannot be told; PostgreSQL's own check decides.
    }
    if (process.isAlive() && isOfThisDirectory(commandLine.orElse(""))) {
      LOG.log(Level.INFO, "database orphan={0} stopping=true", process.pid());
      interrupt(process, "INT");
      if (!hasEndedWithin(process, ORPHAN_STOPS)) {
        interrupt(process, "QUIT");
      }
      if (!hasEndedWithin(process, ORPHAN_STOPS)) {
        throw new StartFailedException(
            "The PostgreSQL with process id %d, left by an earlier run on %s, does not stop."
                .formatted(process.pid(), directory));
      }
      return;
    }
    // The pid was given to another program since; PostgreSQL would take that one for a server.
    try {
      Files.deleteIfExists(directory.resolve("postmaster.pid"));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private boolean isOfThisDirectory(String commandLine) {
    return commandLine.contains("postgres") && commandLine.contains(directory.toString());
  }

  private Optional<ProcessHandle> recordedPostmaster() {
    try {
      List<String> lines = Files.readAllLines(directory.resolve("postmaster.pid"));
      return lines.isEmpty()
          ? Optional.empty()
          : ProcessHandle.of(Long.parseLong(lines.getFirst().strip()));
    } catch (IOException | NumberFormatException none) {
      return Optional.empty();
    }
  }

  /** Starts the server and waits until it takes connections. */
  synchronized void start(int newPort) {
    port = newPort;
    files.writeSettings(newPort, settings);
    Instant deadline = Instant.now().plus(ORPHAN_STOPS);
    while (!pgCtlStart()) {
      // Backends of a postmaster that was killed hold its shared memory until they notice.
      boolean waitsForOldBackends = Command.tail(log, 20).contains("pre-existing shared memory");
      if (!waitsForOldBackends || Instant.now().isAfter(deadline)) {
        throw new StartFailedException(
            "PostgreSQL did not start: %s; see %s.".formatted(Command.lastLine(log), log));
      }
      Waiting.shortly();
    }
    ProcessHandle process =
        recordedPostmaster()
            .orElseThrow(
                () -> new StartFailedException("PostgreSQL ended at once; see %s.".formatted(log)));
    postmaster = process;
    watcher = watch(process);
  }

  private boolean pgCtlStart() {
    return postgres("pg_ctl")
        .with("start", "--silent", "--wait", "--timeout", Long.toString(RECOVERY.toSeconds()))
        .with("--pgdata", directory.toString(), "--log", log.toString())
        .run(RECOVERY.plusSeconds(10))
        .isSuccess();
  }

  /**
   * A small shell that waits for the end of its standard input, which comes when this JVM is gone,
   * and then asks the server to shut down. It names the process id, never the directory, so it
   * cannot stop the server of a later run.
   */
  private static @Nullable Process watch(ProcessHandle process) {
    String script = "trap '' HUP INT TERM; read -r _; kill -INT \"$1\" 2>/dev/null";
    try {
      return new ProcessBuilder("sh", "-c", script, "sluice-watch", Long.toString(process.pid()))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException fault) {
      LOG.log(Level.WARNING, "database watch=false", fault);
      return null;
    }
  }

  /**
   * Fast shutdown; an immediate one where that takes too long. Does nothing when the server is not
   * running.
   */
  synchronized void stop() {
    endWatch();
    if (isRunning() && !pgCtlStop("fast", 8)) {
      LOG.log(Level.WARNING, "database stop=fast failed=true next=immediate");
      pgCtlStop("immediate", 5);
    }
    postmaster = null;
  }

  /** Ends the server without flushing anything. */
  synchronized void crash() {
    endWatch();
    ProcessHandle process = postmaster;
    if (process != null) {
      interrupt(process, "QUIT");
      hasEndedWithin(process, ORPHAN_STOPS);
    }
    postmaster = null;
  }

  private void endWatch() {
    Process process = watcher;
    if (process != null) {
      process.destroyForcibly();
      watcher = null;
    }
  }

  private boolean pgCtlStop(String mode, int seconds) {
    return postgres("pg_ctl")
        .with("stop", "--silent", "--wait", "--timeout", Integer.toString(seconds))
        .with("--mode", mode, "--pgdata", directory.toString())
        .run(Duration.ofSeconds(seconds + 2L))
        .isSuccess();
  }

  /**
   * Sets the superuser's password without knowing the old one: the server is stopped, run alone,
   * started again.
   */
  synchronized void setSuperuserPassword(String password) {
    LOG.log(Level.INFO, "database password=changed");
    stop();
    String sql =
        "alter role %s password '%s'\n"
            .formatted(PostgresFiles.SUPERUSER, password.replace("'", "''"));
    Command.Result done =
        postgres("postgres")
            .with(
                "--single",
                "-D",
                directory.toString(),
                "-c",
                "log_min_error_statement=panic",
                "postgres")
            .input(sql)
            .run(RECOVERY);
    if (!done.isSuccess()) {
      throw new StartFailedException(
          "The database password could not be set: %s; see %s."
              .formatted(Command.lastLine(log), log));
    }
    start(port);
  }

  private void interrupt(ProcessHandle process, String signal) {
    postgres("pg_ctl")
        .with("kill", signal, Long.toString(process.pid()))
        .run(Duration.ofSeconds(10));
  }

  private static boolean hasEndedWithin(ProcessHandle process, Duration time) {
    return Waiting.until(time, () -> !process.isAlive());
  }

  private Command postgres(String program) {
    return binaries.command(program, log);
  }
}
