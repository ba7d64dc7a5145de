package sluice.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Resident memory of all processes of {@code ./sluice run}, before, during and after a minute of
 * 1,000 jobs a second; looked at once a second.
 */
final class MemoryBench implements Bench.Benchmark {
  private static final PacedJobs LOAD = new PacedJobs(60_000, 1_000);
  private static final int QUIET_S = 10;

  /** What it is meant to stay below. */
  private static final double MOST_MIB = 1_536;

  @Override
  public void run(PrintStream out) throws Exception {
    try (RunningSluice sluice = RunningSluice.start(Policies.THREE_BY_TENANT);
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      TimeUnit.SECONDS.sleep(QUIET_S);
      ProcessMemory before = sluice.memory();
      Future<Double> load = threads.submit(() -> LOAD.run(sluice));
      List<ProcessMemory> during = new ArrayList<>();
      while (!load.isDone()) {
        during.add(sluice.memory());
        TimeUnit.SECONDS.sleep(1);
      }
      double seconds = load.get();
      TimeUnit.SECONDS.sleep(QUIET_S);
      ProcessMemory after = sluice.memory();
      during.sort(Comparator.comparingDouble(ProcessMemory::all));
      out.printf(
          Locale.ROOT,
          "%n### memory: %,d jobs of 300 bytes, 100 tenants, 3 gates, %,d a second sent, all run after %.1f s%n%n",
          LOAD.jobs(),
          LOAD.aSecond(),
          seconds);
      out.println(ProcessMemory.head());
      out.println(before.row("idle, %d s after the start".formatted(QUIET_S)));
      out.println(during.get(during.size() / 2).row("under load, median"));
      out.println(during.getLast().row("under load, most"));
      out.println(after.row("idle again after %d s".formatted(QUIET_S)));
      boolean kept = during.getLast().all() <= MOST_MIB;
      out.printf(
          Locale.ROOT, "%nAim: at most %,.0f MiB: %s.%n", MOST_MIB, kept ? "kept" : "missed");
    }
  }
}
