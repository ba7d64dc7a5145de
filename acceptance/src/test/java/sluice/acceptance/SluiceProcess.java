package sluice.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code ./sluice run} as a process. Start, talk to it by JMS and HTTP, stop it or kill it. Used by
 * one thread.
 */
final class SluiceProcess implements AutoCloseable {
  /**
   * Options of Java for programs that live for minutes: compiling what is hot for good costs more
   * of two cores than it brings.
   */
  static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

  private static final Duration READY_WITHIN = Duration.ofMinutes(5);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);

  private final Path data;
  private final int httpPort;
  private final int brokerPort;
  private final int dbPort;
  private final Map<String, String> environment;
  private final String command;
  private final List<String> output = new ArrayList<>();
  private Process process;

  private SluiceProcess(String command, Path data, Map<String, String> environment) {
    this.command = command;
    this.data = data;
    this.environment = environment;
    this.httpPort = freePort();
    this.brokerPort = freePort();
    this.dbPort = freePort();
    this.process = launch();
  }

  /** Starts the program with everything embedded and waits until it is ready. */
  static SluiceProcess start(Path data) {
    return start(data, Map.of());
  }

  /** Starts the program with these environment variables on top and waits until it is ready. */
  static SluiceProcess start(Path data, Map<String, String> environment) {
    return new SluiceProcess("run", data, environment);
  }

  /** Starts the demo and waits until it is ready. */
  static SluiceProcess demo(Path data) {
    return new SluiceProcess("demo", data, Map.of());
  }

  /** Where the repository is. */
  static Path root() {
    String root = System.getenv("SLUICE_ROOT");
    return root == null ? Path.of("..").toAbsolutePath().normalize() : Path.of(root);
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it again after {@link #stop} or {@link #kill}, on the same ports and data. */
  void startAgain() {
    process = launch();
  }

  private Process launch() {
    List<String> line =
        List.of(
            root().resolve("sluice").toString(),
            command,
            "--http-port",
            String.valueOf(httpPort),
            "--broker-port",
            String.valueOf(brokerPort),
            "--db-port",
            String.valueOf(dbPort),
            "--data",
            data.toString(),
            "--policies",
            policies().toString());
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().put("JAVA_TOOL_OPTIONS", SHORT_LIVED);
    builder.environment().putAll(environment);
    try {
      Process started = builder.start();
      CompletableFuture<String> ready = new CompletableFuture<>();
      Thread.ofPlatform().daemon().start(() -> read(started, ready));
      ready.get(READY_WITHIN.toSeconds(), TimeUnit.SECONDS);
      return started;
    } catch (IOException | InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("sluice run does not get ready:\n" + printed(), e);
    }
  }

  private void read(Process started, CompletableFuture<String> ready) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        synchronized (output) {
          output.add(line);
        }
        if (line.startsWith("ready ")) {
          ready.complete(line);
        }
        line = lines.readLine();
      }
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
    ready.completeExceptionally(new IllegalStateException("the program ended"));
  }

  /** Everything it has printed. */
  String printed() {
    synchronized (output) {
      return String.join("\n", output);
    }
  }

  private Path policies() {
    try {
      return Files.createDirectories(data.resolveSibling(data.getFileName() + "-policies"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Like {@code http://127.0.0.1:8080/sluice}. */
  String httpUrl() {
    return "http://127.0.0.1:" + httpPort + "/sluice";
  }

  String brokerUrl() {
    return environment.getOrDefault("SLUICE_BROKER_URL", "tcp://127.0.0.1:" + brokerPort);
  }

  String adminPassword() {
    return credential("admin");
  }

  String brokerPassword() {
    return environment.containsKey("SLUICE_BROKER_PASSWORD")
        ? Objects.requireNonNull(environment.get("SLUICE_BROKER_PASSWORD"))
        : credential("broker");
  }

  private String credential(String name) {
    try {
      return Files.readAllLines(data.resolve("credentials")).stream()
          .filter(line -> line.startsWith(name + "="))
          .map(line -> line.substring(name.length() + 1))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path data() {
    return data;
  }

  /** The program and its children, the application's JVM first. */
  private List<ProcessHandle> family() {
    List<ProcessHandle> family = new ArrayList<>(process.descendants().toList());
    family.add(process.toHandle());
    return family;
  }

  /** {@code kill -9} of the launcher and everything it started, PostgreSQL included. */
  void kill() {
    List<ProcessHandle> family = family();
    process.destroyForcibly();
    family.forEach(ProcessHandle::destroyForcibly);
    family.forEach(SluiceProcess::join);
  }

  /** {@code kill -9} of the launcher alone; what it started is left to itself. */
  void killLauncher() {
    process.destroyForcibly();
    join(process.toHandle());
  }

  private static void join(ProcessHandle handle) {
    try {
      handle.onExit().get(STOPS_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("process " + handle.pid() + " does not end", e);
    }
  }

  /** SIGTERM; the exit code. */
  int stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOPS_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("sluice does not stop:\n" + printed());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      stop();
    }
  }

  /** Runs the script to its end; what it printed and its exit code as the last line. */
  static String runToEnd(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(List.of(root().resolve("sluice").toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Process run = builder.start();
      String printed = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!run.waitFor(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("does not end: " + printed);
      }
      return printed + "exit " + run.exitValue();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
