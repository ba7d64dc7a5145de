package sluice.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds everything a run keeps, readable by its owner only, and the lock that lets
 * one program use it at a time. The lock goes when the process ends, however it ends.
 */
final class DataFolder implements AutoCloseable {

  private static final int LOGS_KEPT = 5;

  private final Path root;
  private final FileChannel channel;

  @SuppressWarnings("unused") // Held, not read.
  private final FileLock lock;

  private DataFolder(Path root, FileChannel channel, FileLock lock) {
    this.root = root;
    this.channel = channel;
    this.lock = lock;
  }

  /** Makes the folder where it is not there and takes its lock. */
  static DataFolder open(Path root) {
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new StartRefusedException(
          "--data %s is a file: name a folder, or one that is to be made.".formatted(root));
    }
    try {
      if (!Files.isDirectory(root)) {
        Files.createDirectories(root);
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
      }
      FileChannel channel =
          FileChannel.open(
              root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      @Nullable FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new StartRefusedException(
            "The data folder %s is in use by another Sluice: stop that one or choose another folder with --data."
                .formatted(root));
      }
      Files.createDirectories(root.resolve("logs"));
      return new DataFolder(root, channel, lock);
    } catch (IOException | UnsupportedOperationException fault) {
      throw new StartRefusedException(
          "The data folder %s cannot be written: give this user the right to, or choose another with --data."
              .formatted(root),
          fault);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException sameProcess) {
      return null;
    }
  }

  Path root() {
    return root;
  }

  Path database() {
    return root.resolve("pg");
  }

  Path broker() {
    return root.resolve("broker");
  }

  /** The server folder of Payara Micro, made anew for every start of the application. */
  Path payara() {
    return root.resolve("payara");
  }

  Path credentials() {
    return root.resolve("credentials");
  }

  /**
   * The policies folder that is used when the caller has none: the examples, copied once and then
   * the user's.
   */
  Path policies() {
    return root.resolve("policies");
  }

  Path applicationPid() {
    return root.resolve("application.pid");
  }

  Path log(String name) {
    return root.resolve("logs").resolve(name + ".log");
  }

  /**
   * Starts a log file anew and keeps the last few: {@code name.log} becomes {@code name.1.log}, and
   * so on.
   */
  void rotate(String name) {
    try {
      for (int age = LOGS_KEPT - 1; age >= 0; age--) {
        Path from = age == 0 ? log(name) : log(name + "." + age);
        if (Files.exists(from)) {
          Files.move(from, log(name + "." + (age + 1)), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException fault) {
      throw new StartRefusedException(
          "The log files in %s cannot be written.".formatted(root.resolve("logs")), fault);
    }
  }

  /**
   * Writes a file that only its owner can read, in one step: readers see the old text or the new.
   */
  static void writePrivate(Path file, String text) throws IOException {
    Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "fresh", ""); // Mode 600.
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Deletes a folder with all that is in it; does nothing when it is not there. Links are not
   * followed.
   */
  static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException fault)
              throws IOException {
            if (fault != null) {
              throw fault;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The lock goes with the process.
    }
  }
}
