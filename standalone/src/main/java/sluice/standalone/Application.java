package sluice.standalone;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The application's process: Payara Micro with the WAR, under the same Java as the launcher.
 * Secrets reach it by its environment, never by its command line. It ends by itself when the
 * launcher is gone ({@link GuardedMicro}); should one be left all the same, the next start ends it
 * by the process id it wrote down.
 *
 * <p>Used by the launcher's main thread alone.
 */
final class Application {

  private static final Logger LOG = System.getLogger(Application.class.getName());

  /** Keys of partitions stand in paths and may hold a backslash, written %5C. */
  private static final List<String> BACKSLASH_IN_PATHS =
      List.of(
          "-Dorg.glassfish.grizzly.http.util.HttpRequestURIDecoder.ALLOW_BACKSLASH=true",
          "-Dorg.glassfish.grizzly.tcp.tomcat5.CoyoteAdapter.ALLOW_BACKSLASH=true");

  private static final int TELL_SECONDS = 5;

  private static final Duration STOP = Duration.ofSeconds(10);

  /** The first orderly end on a machine writes the archive of classes. */
  private static final Duration FIRST_STOP = Duration.ofSeconds(18);

  private static final Duration ANSWER = Duration.ofSeconds(10);

  private final Distribution distribution;
  private final DataFolder data;
  private final Options options;
  private final Map<String, String> environment;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ANSWER).build();
  private @Nullable Process process;
  private Duration stopWithin = STOP;
  private StartLog startLog;

  Application(
      Distribution distribution,
      DataFolder data,
      Options options,
      Map<String, String> environment) {
    this.distribution = distribution;
    this.data = data;
    this.options = options;
    this.environment = environment;
    this.startLog = new StartLog(log(), 0);
  }

  /** The console's address, as a browser on this machine reaches it. */
  URI address() {
    String host = options.http().host();
    boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
    String name = everywhere ? Ports.LOOPBACK : host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://%s:%d/sluice/".formatted(name, options.http().port()));
  }

  Path log() {
    return data.log("application");
  }

  /**
   * Starts the process and waits until the application takes work.
   *
   * @param isGivenUp asked now and then; true ends the wait
   * @param tell told every {@value #TELL_SECONDS} s how far the start has come
   * @return false when the wait was given up
   * @throws StartFailedException when it ends, cannot be loaded or takes too long
   */
  boolean start(Duration within, BooleanSupplier isGivenUp, Consumer<String> tell) {
    startProcess();
    long begin = System.nanoTime();
    long deadline = begin + within.toNanos();
    long told = 0;
    Progress progress = Progress.STARTING;
    while (progress == Progress.STARTING && System.nanoTime() - deadline < 0) {
      if (isGivenUp.getAsBoolean()) {
        return false;
      }
      Waiting.shortly();
      progress = progress();
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
      if (progress == Progress.STARTING && seconds >= told + TELL_SECONDS) {
        told = seconds;
        tell.accept("  application still starting, %d s: %s".formatted(seconds, startLog.stage()));
      }
    }
    String fault =
        switch (progress) {
          case READY -> "";
          case STARTING -> "is not ready after %d s".formatted(within.toSeconds());
          case NOT_DEPLOYED -> "could not be loaded";
          case ENDED -> end();
        };
    if (!fault.isEmpty()) {
      throw new StartFailedException(
          "The application %s; see %s, which ends:%n%s"
              .formatted(fault, log(), startLog.lastErrors()));
    }
    return true;
  }

  private void startProcess() {
    ServerRuntime runtime = ServerRuntime.of(distribution, log());
    stopWithin = runtime.isArchived() ? STOP : FIRST_STOP;
    ServerFolder folder = ServerFolder.fresh(data.payara(), runtime, options.http());
    ProcessBuilder builder =
        new ProcessBuilder(commandLine(runtime, folder))
            .directory(data.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    builder.environment().putAll(environment);
    try {
      startLog = StartLog.from(log());
      Process started = builder.start();
      process = started;
      Files.writeString(data.applicationPid(), Long.toString(started.pid()));
    } catch (IOException fault) {
      throw new StartFailedException(
          "The application could not be started: %s.".formatted(fault.getMessage()), fault);
    }
  }

  private List<String> commandLine(ServerRuntime runtime, ServerFolder folder) {
    List<String> words = new ArrayList<>();
    words.add(ServerRuntime.java());
    words.add("-Xmx" + options.outside().heap());
    words.add("-XX:+ExitOnOutOfMemoryError"); // The launcher starts it again.
    words.add("-Duser.timezone=UTC");
    words.add("-Djava.awt.headless=true");
    words.addAll(BACKSLASH_IN_PATHS);
    words.addAll(distribution.moduleOptions());
    words.add("--enable-native-access=ALL-UNNAMED");
    if (Runtime.version().feature() >= 24) {
      words.add(
          "--sun-misc-unsafe-memory-access=allow"); // Or the log begins with what libraries do.
    }
    words.addAll(runtime.options());
    words.add("-cp");
    words.add(
        Stream.of(Distribution.launcher(), runtime.classPath(), distribution.driver())
            .map(Path::toString)
            .collect(joining(File.pathSeparator)));
    words.add(GuardedMicro.class.getName());
    words.addAll(List.of("--nocluster", "--nohostaware", "--disablephonehome"));
    words.addAll(List.of("--rootdir", folder.server().toString()));
    words.addAll(List.of("--logproperties", folder.logging().toString()));
    words.addAll(List.of("--prebootcommandfile", folder.preBoot().toString()));
    words.addAll(List.of("--postbootcommandfile", folder.postBoot().toString()));
    words.addAll(List.of("--postdeploycommandfile", folder.postDeploy().toString()));
    words.addAll(List.of("--deploy", distribution.application().toString()));
    words.addAll(List.of("--contextroot", "/sluice"));
    return words;
  }

  boolean isAlive() {
    Process current = process;
    return current != null && current.isAlive();
  }

  /** How a process that is not alive came to its end, as a part of a sentence. */
  String end() {
    Process current = process;
    return current == null
        ? "was stopped"
        : "ended with exit code %d".formatted(current.exitValue());
  }

  /** How far a start has come. */
  private enum Progress {
    STARTING,
    READY,
    ENDED,
    NOT_DEPLOYED
  }

  /**
   * Asks the application whether it takes work: database, broker and ticking are up. Micro runs on,
   * and answers 404, when the application could not be loaded; its log then says that it is done
   * with starting.
   */
  private Progress progress() {
    if (!isAlive()) {
      return Progress.ENDED;
    }
    int status = ask();
    if (status == 200) {
      return Progress.READY;
    }
    boolean isOver = status == 404 && startLog.isServerUp();
    return isOver && ask() == 404 ? Progress.NOT_DEPLOYED : Progress.STARTING;
  }

  private int ask() {
    HttpRequest request =
        HttpRequest.newBuilder(address().resolve("api/health/ready")).timeout(ANSWER).GET().build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException notYet) {
      return -1;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** Asks the process to end, and ends it after ten seconds, the first time after eighteen. */
  void stop() {
    Process current = process;
    if (current == null) {
      return;
    }
    // By its handle: destroy() of the process itself closes the streams too, and the guard would
    // halt at once.
    current.toHandle().destroy();
    try {
      if (!current.waitFor(stopWithin.toSeconds(), TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "application stop=slow killed=true");
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    current.destroyForcibly();
    process = null;
    try {
      Files.deleteIfExists(data.applicationPid());
    } catch (IOException harmless) {
      LOG.log(Level.DEBUG, "application pid_file=left", harmless);
    }
  }

  /** Ends at once, for a launcher that has no time left. */
  void kill() {
    Process current = process;
    if (current != null) {
      current.destroyForcibly();
    }
  }

  /** Ends a process that an earlier run on this data folder left behind. */
  static void stopOrphan(DataFolder data) {
    try {
      long pid = Long.parseLong(Files.readString(data.applicationPid()).strip());
      Optional<ProcessHandle> orphan =
          ProcessHandle.of(pid).filter(process -> isOfThisFolder(process, data));
      if (orphan.isPresent()) {
        LOG.log(Level.INFO, "application orphan={0} stopping=true", pid);
        orphan.get().destroyForcibly();
        Waiting.until(STOP, () -> !orphan.get().isAlive());
      }
    } catch (IOException | NumberFormatException none) {
      LOG.log(Level.DEBUG, "application orphan=none");
    }
  }

  private static boolean isOfThisFolder(ProcessHandle process, DataFolder data) {
    String commandLine = process.info().commandLine().orElse("");
    return commandLine.contains(GuardedMicro.class.getName())
        && commandLine.contains(data.payara().toString());
  }

  /** That policy files were refused at the last start, and where it says why. */
  Optional<String> refusedFiles() {
    return startLog.refusedFiles();
  }
}
