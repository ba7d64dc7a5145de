package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The one program that all tests share that need no option of their own: a parameter {@code
 * SluiceProcess} is it. It is started for the first of them and stopped when a test starts another
 * one, or with the suite; it must stop well.
 *
 * <p>Each test class has policies, queues, namespaces and users with names of its own, looks at
 * nothing else, and leaves nothing behind that disturbs others.
 */
public final class SharedProgram implements ParameterResolver {
  private static final AtomicReference<Running> RUNNING = new AtomicReference<>();

  private record Running(SluiceProcess sluice, Path folder) {}

  /** Stops it, for a test that needs the machine for itself. The next one that asks starts it. */
  public static void rest() {
    Running running = RUNNING.getAndSet(null);
    if (running != null) {
      try {
        assertThat(running.sluice().stop()).as(running.sluice().printed()).isZero();
      } finally {
        delete(running.folder());
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SluiceProcess.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    AutoCloseable atTheEnd = SharedProgram::rest;
    context
        .getRoot()
        .getStore(Namespace.create(SharedProgram.class))
        .getOrComputeIfAbsent("end", key -> atTheEnd, AutoCloseable.class);
    Running running = RUNNING.get();
    if (running == null) {
      running = start();
      RUNNING.set(running);
    }
    return running.sluice();
  }

  private static Running start() {
    try {
      Path folder = Files.createTempDirectory("sluice-shared");
      return new Running(SluiceProcess.start(folder.resolve("data")), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      List<Path> all = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
