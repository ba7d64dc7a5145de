package sluice.standalone;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a small program to its end: its output goes to the end of a log file, its input is
 * what is given or empty. Variables that steer PostgreSQL's programs from the caller's environment
 * are kept from it.
 */
final class Command {

  /**
   * How a run ended: its exit code, or -1 when it was still running at the deadline and was ended.
   */
  record Result(int exitCode) {
    boolean isSuccess() {
      return exitCode == 0;
    }
  }

  private final List<String> words;
  private final Path log;
  private @Nullable String input;

  Command(List<String> words, Path log) {
    this.words = new ArrayList<>(words);
    this.log = log;
  }

  Command with(String... more) {
    words.addAll(List.of(more));
    return this;
  }

  Command input(String text) {
    this.input = text;
    return this;
  }

  /** Runs it; an interrupt ends the program and counts as a failure. */
  Result run(Duration time) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
      Process process = builder.start();
      try (OutputStream stdin = process.getOutputStream()) {
        if (input != null) {
          stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
      }
      return await(process, time);
    } catch (IOException fault) {
      throw new StartFailedException(
          "%s could not be run: %s.".formatted(words.getFirst(), fault.getMessage()), fault);
    }
  }

  private static Result await(Process process, Duration time) {
    try {
      if (process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Result(process.exitValue());
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return new Result(-1);
  }

  /**
   * The last line of a log that tells of a fault, or else the last line, or a note that there is
   * none.
   */
  static String lastLine(Path log) {
    List<String> lines = tail(log, 20).lines().toList();
    return lines.stream()
        .filter(line -> line.contains("FATAL:") || line.contains("error:"))
        .reduce((earlier, later) -> later)
        .orElse(lines.isEmpty() ? "no output" : lines.getLast());
  }

  /** The last non-blank lines of a log file, oldest first. */
  static String tail(Path log, int lines) {
    List<String> all = tailFrom(log, 0).lines().filter(line -> !line.isBlank()).toList();
    return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
  }

  /** The end of a log file, at most 64 KB, and nothing that stands before a place. */
  static String tailFrom(Path log, long begin) {
    try {
      return new String(lastBytes(log, begin), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static byte[] lastBytes(Path log, long begin) throws IOException {
    int most = 64 * 1024;
    try (var channel = Files.newByteChannel(log)) {
      channel.position(Math.max(begin, channel.size() - most));
      var buffer = ByteBuffer.allocate(most);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // Until the buffer is full or the file ends.
      }
      return Arrays.copyOf(buffer.array(), buffer.position());
    }
  }
}
