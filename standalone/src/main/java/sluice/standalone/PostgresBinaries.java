package sluice.standalone;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once per user into {@code ~/.cache/sluice} (or {@code
 * $XDG_CACHE_HOME/sluice}), under a name made of the archive's hash, so versions stand side by side
 * and a half-unpacked one is never used.
 *
 * @param home the folder with {@code bin}, {@code lib} and {@code share}
 * @param prefix the words that go before a program's path: PostgreSQL refuses to run as root, so
 *     for root each program runs in a user namespace of its own, where it is nobody
 */
record PostgresBinaries(Path home, List<String> prefix) {

  private static final Logger LOG = System.getLogger(PostgresBinaries.class.getName());

  /** A run of one of the programs, with its output at the end of a log file. */
  Command command(String program, Path log) {
    List<String> words = new ArrayList<>(prefix);
    words.add(home.resolve("bin").resolve(program).toString());
    return new Command(words, log);
  }

  /**
   * Unpacks the programs where that is still to be done. A cache that cannot be written is made
   * beside the data.
   */
  static PostgresBinaries unpacked(Path dataDirectory) {
    byte[] archive = archive();
    String name = "postgresql-" + hash(archive);
    try {
      return new PostgresBinaries(unpack(archive, cache().resolve(name)), prefixForThisUser());
    } catch (IOException unwritable) {
      Path beside = dataDirectory.toAbsolutePath().resolveSibling(name);
      LOG.log(Level.DEBUG, "database cache=unwritable instead={0}", beside);
      try {
        return new PostgresBinaries(unpack(archive, beside), prefixForThisUser());
      } catch (IOException fault) {
        throw new StartFailedException(
            "PostgreSQL's programs could not be unpacked to %s: %s.".formatted(beside, fault),
            fault);
      }
    }
  }

  private static Path cache() {
    @Nullable String configured = System.getenv("XDG_CACHE_HOME");
    Path root =
        configured == null || configured.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return root.resolve("sluice");
  }

  private static byte[] archive() {
    String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
    String machine = System.getProperty("os.arch");
    String architecture = machine.equals("amd64") ? "x86_64" : machine;
    try (InputStream in =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, architecture)) {
      return in.readAllBytes();
    } catch (IOException | IllegalStateException absent) {
      throw new StartRefusedException(
          "There is no PostgreSQL for %s on %s in this build: set SLUICE_DB_URL, SLUICE_DB_USER and SLUICE_DB_PASSWORD."
              .formatted(system, machine),
          absent);
    }
  }

  private static String hash(byte[] archive) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(archive);
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }

  private static Path unpack(byte[] archive, Path home) throws IOException {
    if (Files.isDirectory(home)) {
      return home;
    }
    Files.createDirectories(home.getParent());
    Path fresh = Files.createTempDirectory(home.getParent(), "unpacking");
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(entry, tar, fresh.resolve(entry.getName()));
      }
    }
    try {
      Files.move(fresh, home);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException doneByAnother) {
      DataFolder.deleteTree(fresh);
    }
    return home;
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink() || entry.isLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, file);
    boolean executable = (entry.getMode() & 0100) != 0;
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  private static List<String> prefixForThisUser() {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    if (!works("unshare", "-U", "true")) {
      throw new StartRefusedException(
          "PostgreSQL does not run as root and a user namespace cannot be made here (unshare -U): run Sluice as another user, or set SLUICE_DB_URL, SLUICE_DB_USER and SLUICE_DB_PASSWORD.");
    }
    return List.of("unshare", "-U");
  }

  private static boolean works(String... words) {
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
