package sluice.acceptance.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One node, {@code ./sluice run} on somebody else's database and broker, with whoever starts it
 * again when it ends: like a service that an init system looks after.
 */
final class Node {
  private static final Duration READY_WITHIN = Duration.ofMinutes(8);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();

  private final String name;
  private final Path root;
  private final Path data;
  private final int httpPort;
  private final Map<String, String> environment;
  private final AtomicInteger starts = new AtomicInteger();
  private volatile boolean wanted;
  private volatile boolean up;
  private volatile Child child;
  private volatile Map<String, String> clock = Map.of();
  private Thread keeper;

  Node(String name, Path root, Path data, int httpPort, Map<String, String> environment) {
    this.name = name;
    this.root = root;
    this.data = data;
    this.httpPort = httpPort;
    this.environment = environment;
  }

  String name() {
    return name;
  }

  /** Like {@code http://127.0.0.1:8080/sluice}. */
  String url() {
    return "http://127.0.0.1:" + httpPort + "/sluice";
  }

  /** Starts it in the background, again and again until it is ready. */
  void start() {
    wanted = true;
    keeper = Thread.ofPlatform().daemon().start(this::startUntilReady);
  }

  private void startUntilReady() {
    while (wanted) {
      Child started = launch();
      child = started;
      if (started.isReadyWithin(READY_WITHIN)) {
        up = wanted;
        return;
      }
      started.kill();
      setClock(Duration.ZERO);
    }
  }

  private Child launch() {
    starts.incrementAndGet();
    List<String> command =
        new ArrayList<>(
            List.of(root.resolve("sluice").toString(), "run", "--http-port", "" + httpPort));
    try {
      Path policies =
          Files.createDirectories(data.resolveSibling(data.getFileName() + "-policies"));
      command.addAll(List.of("--data", data.toString(), "--policies", policies.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(word -> word.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    builder.environment().putAll(clock);
    Path printed = data.resolveSibling(data.getFileName() + ".out");
    return new Child(builder, line -> write(printed, line));
  }

  private static void write(Path file, String line) {
    try {
      Files.writeString(
          file,
          line + "\n",
          java.nio.file.StandardOpenOption.CREATE,
          java.nio.file.StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it has got ready since it was last started. */
  boolean isUp() {
    return up;
  }

  /** How often it was started. */
  int starts() {
    return starts.get();
  }

  /** Whether it says that it takes work. */
  boolean isReady() {
    if (!up) {
      return false;
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/api/health/ready"))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code kill -9} of the launcher and the application. It stays away until {@link #start}. */
  void kill() {
    wanted = false;
    up = false;
    Child current = child;
    if (current != null) {
      current.kill();
    }
    awaitKeeper();
  }

  /** SIGTERM; whether it left in time and with exit code 0. */
  boolean leave() {
    wanted = false;
    up = false;
    try {
      return child.leave() == 0;
    } catch (IllegalStateException slow) {
      child.kill();
      return false;
    } finally {
      awaitKeeper();
    }
  }

  private void awaitKeeper() {
    try {
      if (keeper != null && !keeper.join(Duration.ofSeconds(120))) {
        throw new IllegalStateException("node " + name + " is still being started");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void freeze() {
    child.freeze();
  }

  void thaw() {
    child.thaw();
  }

  /** From the next start its wall clock is off by so much; zero sets it right. */
  void setClock(Duration off) {
    clock =
        off.isZero()
            ? Map.of()
            : Map.of(
                "LD_PRELOAD",
                FakeTime.library().orElseThrow().toString(),
                "FAKETIME",
                "%+d".formatted(off.toSeconds()),
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "NO_FAKE_STAT",
                "1");
  }

  boolean isClockWrong() {
    return !clock.isEmpty();
  }
}
