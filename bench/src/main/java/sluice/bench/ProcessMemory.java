package sluice.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Resident memory of a standalone run, in MiB, by its parts. A page that several processes share is
 * counted once: each process has its share of it (PSS of {@code /proc/<pid>/smaps_rollup}), so
 * PostgreSQL's shared memory is not counted for each of its processes. Linux alone tells it.
 *
 * @param launcher the process that was started, with the broker in it
 * @param application the server with the application
 * @param database all processes of PostgreSQL
 */
record ProcessMemory(double launcher, double application, double database) {
  private static final double KIB_A_MIB = 1024;

  /** The head of a table of {@link #row}s. */
  static String head() {
    return "| MiB | launcher and broker | application | PostgreSQL | all |\n|---|---:|---:|---:|---:|";
  }

  /** What the processes of the run on this data folder have at this moment. */
  static ProcessMemory of(Path data) throws IOException {
    double launcher = 0;
    double application = 0;
    double database = 0;
    for (Path process : processes()) {
      String command = command(process);
      double mib = pss(process);
      if (folder(process).startsWith(data.toRealPath().resolve("pg"))) {
        database += mib;
      } else if (command.contains(data.toString())) {
        boolean isLauncher = command.contains("sluice.standalone.Sluice");
        launcher += isLauncher ? mib : 0;
        application += isLauncher ? 0 : mib;
      }
    }
    if (launcher == 0 || application == 0 || database == 0) {
      throw new IllegalStateException(
          "not all processes of %s are found: launcher %.0f MiB, application %.0f MiB, PostgreSQL %.0f MiB"
              .formatted(data, launcher, application, database));
    }
    return new ProcessMemory(launcher, application, database);
  }

  double all() {
    return launcher + application + database;
  }

  String row(String what) {
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f | %,.0f | %,.0f |",
        what,
        launcher,
        application,
        database,
        all());
  }

  private static List<Path> processes() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(p -> p.getFileName().toString().matches("\\d+")).toList();
    }
  }

  /** Empty for one that has ended. */
  private static String command(Path process) {
    try {
      return new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8)
          .replace('\0', ' ');
    } catch (IOException ended) {
      return "";
    }
  }

  /** Where it works; {@code /} for one that has ended or is not ours. */
  private static Path folder(Path process) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd"));
    } catch (IOException ended) {
      return Path.of("/");
    }
  }

  /** 0 for one that has ended or is not ours. */
  private static double pss(Path process) {
    try {
      return Files.readAllLines(process.resolve("smaps_rollup")).stream()
          .filter(line -> line.startsWith("Pss:"))
          .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D+", "")) / KIB_A_MIB)
          .sum();
    } catch (IOException ended) {
      return 0;
    }
  }
}
