package sluice.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * From the command {@code ./sluice run} to {@code ready}: cold on a new data folder without the
 * archive of classes that the first orderly stop leaves, warm on the same folder once more. After
 * each start a hundred jobs go through. After a warm one its memory when idle.
 *
 * <p>The files themselves are in the machine's cache, and the server is unpacked already.
 */
final class StartBench implements Bench.Benchmark {
  private static final int ROUNDS = 5;
  private static final PacedJobs JOBS = new PacedJobs(100, 1_000);
  private static final int QUIET_S = 5;

  @Override
  public void run(PrintStream out) throws Exception {
    List<Double> cold = new ArrayList<>();
    List<Double> warm = new ArrayList<>();
    List<ProcessMemory> idle = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Path data = Files.createTempDirectory("sluice-bench-data");
      removeArchives();
      try (RunningSluice sluice = RunningSluice.on(data)) {
        sluice.policy(Policies.THREE_BY_TENANT);
        JOBS.run(sluice);
        cold.add(sluice.timeToReady().toMillis() / 1e3);
      }
      if (archives().isEmpty()) {
        throw new IllegalStateException("the stop of a cold start left no archive of classes");
      }
      try (RunningSluice sluice = RunningSluice.on(data)) {
        JOBS.run(sluice);
        warm.add(sluice.timeToReady().toMillis() / 1e3);
        TimeUnit.SECONDS.sleep(QUIET_S);
        idle.add(sluice.memory());
      }
    }
    out.printf(
        "%n### start: from the command to `ready`, %d rounds, %d jobs after each start%n%n",
        ROUNDS, JOBS.jobs());
    out.println("| seconds | median | least | most |\n|---|---:|---:|---:|");
    out.println(row("cold: new data folder, no archive of classes", cold));
    out.println(row("warm: the same folder, started again", warm));
    idle.sort(Comparator.comparingDouble(ProcessMemory::all));
    out.printf("%nIdle, %d s after the last of the jobs of a warm start:%n%n", QUIET_S);
    out.println(ProcessMemory.head());
    out.println(idle.get(ROUNDS / 2).row("median"));
    out.println(idle.getFirst().row("least"));
    out.println(idle.getLast().row("most"));
  }

  private static String row(String what, List<Double> seconds) {
    Quantiles of = Quantiles.of(seconds);
    return String.format(
        Locale.ROOT, "| %s | %.1f | %.1f | %.1f |", what, of.at(50), of.least(), of.most());
  }

  private static List<Path> archives() throws IOException {
    Path server = Path.of(System.getProperty("sluice.root", "."), "standalone/target/dist/payara");
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(server)) {
      try (DirectoryStream<Path> archives = Files.newDirectoryStream(server, "classes-*.jsa")) {
        archives.forEach(found::add);
      }
    }
    return found;
  }

  private static void removeArchives() throws IOException {
    for (Path archive : archives()) {
      Files.delete(archive);
    }
  }
}
