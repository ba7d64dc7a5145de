package sluice.acceptance.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A process with what it started, that can be killed, stopped and let go on. */
final class Child {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(90);

  private final Process process;
  private final CompletableFuture<String> ready = new CompletableFuture<>();

  /**
   * Starts it.
   *
   * @param lines gets what it prints on standard output, line by line
   */
  Child(ProcessBuilder builder, Consumer<String> lines) {
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Not virtual: who reads a process holds its carrier, and a few of them all carriers there are.
    Thread.ofPlatform().daemon().start(() -> read(lines));
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      while (line != null) {
        if (line.startsWith("ready")) {
          ready.complete(line);
        }
        lines.accept(line);
        line = reader.readLine();
      }
    } catch (IOException e) {
      ready.completeExceptionally(e);
    } finally {
      ready.completeExceptionally(new IllegalStateException("the process ended"));
    }
  }

  /** Whether it said that it is ready within this time; false if it ended before. */
  boolean isReadyWithin(Duration time) {
    try {
      ready.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A line for its standard input. */
  void order(String line) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code kill -9} of it and of what it started. */
  void kill() {
    List<ProcessHandle> all = family(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(Child::join);
  }

  /** SIGTERM, and waits; the exit code. */
  int leave() {
    process.destroy();
    join(process.toHandle());
    return process.exitValue();
  }

  /** SIGSTOP of it and of what it started. */
  void freeze() {
    signal("STOP", family(process.toHandle()));
  }

  /** SIGCONT. */
  void thaw() {
    signal("CONT", family(process.toHandle()));
  }

  static List<ProcessHandle> family(ProcessHandle head) {
    List<ProcessHandle> all = new ArrayList<>(head.descendants().toList());
    all.add(head);
    return all;
  }

  static void signal(String name, List<ProcessHandle> processes) {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    processes.forEach(handle -> command.add(String.valueOf(handle.pid())));
    try {
      // Some may have ended meanwhile, so the exit code says nothing.
      new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void join(ProcessHandle handle) {
    try {
      handle.onExit().get(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("process " + handle.pid() + " does not end", e);
    }
  }
}
