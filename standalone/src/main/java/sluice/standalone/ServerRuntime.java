package sluice.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Payara Micro's jars, unpacked once for all starts, on the application's own class path: so the
 * JVM can keep their classes in an archive of its own, read in and verified, which it writes at its
 * first orderly end and renews when the jars or the JDK change. A start without it takes half as
 * much processor time again.
 *
 * @param folder beside {@code payara-micro.jar}
 */
record ServerRuntime(Path folder) {
  private static final Duration UNPACKING = Duration.ofMinutes(2);
  private static final List<String> CONFIGURATION = List.of("config", "docroot", "lib");

  /**
   * Finds the folder, and makes it where it is missing or older than {@code payara-micro.jar}. Of
   * several starts at once one makes it, the others wait.
   */
  static ServerRuntime of(Distribution distribution, Path log) {
    ServerRuntime runtime = new ServerRuntime(distribution.home().resolve("payara"));
    try (FileChannel channel =
        FileChannel.open(
            distribution.home().resolve("payara.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      channel.lock(); // until the channel is closed
      if (!runtime.isNewerThan(distribution.payaraMicro())) {
        runtime.unpack(distribution.payaraMicro(), log);
      }
      return runtime;
    } catch (IOException fault) {
      throw new StartFailedException(
          "The server cannot be unpacked to %s: %s.".formatted(runtime.folder, fault.getMessage()),
          fault);
    }
  }

  private boolean isNewerThan(Path jar) throws IOException {
    return Files.exists(launcher())
        && Files.getLastModifiedTime(launcher()).compareTo(Files.getLastModifiedTime(jar)) >= 0;
  }

  /** Beside its place first, so that a start cut short leaves nothing half done. */
  private void unpack(Path jar, Path log) throws IOException {
    Path fresh = folder.resolveSibling("payara.new");
    DataFolder.deleteTree(fresh);
    Command unpacking =
        new Command(
            List.of(
                java(), "-jar", jar.toString(), "--rootdir", fresh.toString(), "--outputlauncher"),
            log);
    if (!unpacking.run(UNPACKING).isSuccess()) {
      throw new StartFailedException("The server cannot be unpacked; see %s.".formatted(log));
    }
    DataFolder.deleteTree(folder);
    Files.move(fresh, folder);
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private Path launcher() {
    return folder.resolve("launch-micro.jar");
  }

  /** The jar whose manifest names all others. */
  Path classPath() {
    return launcher();
  }

  private Path archive() {
    return folder.resolve("classes-%d.jsa".formatted(Runtime.version().feature()));
  }

  /** Whether an earlier end has left the archive of classes. */
  boolean isArchived() {
    return Files.exists(archive());
  }

  /** What the JVM and Micro need to know of it. */
  List<String> options() {
    return List.of(
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + archive(),
        "-Xlog:cds=off",
        "-Xlog:cds+dynamic=off",
        "-Dfish.payara.micro.BootJar=" + launcher().toUri(),
        "-Dfish.payara.micro.UnpackDir=" + folder);
  }

  /** Copies the server's own settings to the folder of one start, which changes them. */
  void copyConfiguration(Path server) throws IOException {
    for (String name : CONFIGURATION) {
      Path from = folder.resolve(name);
      if (Files.isDirectory(from)) {
        copyTree(from, server.resolve(name));
      }
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(from)) {
      walk.forEach(all::add);
    }
    for (Path one : all) {
      Path target = to.resolve(from.relativize(one).toString());
      if (Files.isDirectory(one)) {
        Files.createDirectories(target);
      } else {
        Files.copy(one, target);
      }
    }
  }
}
