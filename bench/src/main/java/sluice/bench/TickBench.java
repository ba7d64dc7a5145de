package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.standalone.EmbeddedDatabase;

/**
 * A tick of 500 admissions through three gates, by how many lanes there are and how much waits.
 * What was admitted is settled before the next tick, outside the time taken.
 */
final class TickBench implements Bench.Benchmark {
  private static final int BUDGET = 500;
  private static final int WARM = 10;
  private static final int TICKS = 60;

  private static final List<Backlog> BACKLOGS =
      List.of(
          new Backlog(100, 100_000, false),
          new Backlog(100, 1_000_000, false),
          new Backlog(10_000, 1_000_000, false),
          new Backlog(100_000, 1_000_000, false),
          new Backlog(100_000, 1_000_000, true),
          new Backlog(1_000_000, 1_000_000, false));

  @Override
  public void run(PrintStream out) throws Exception {
    out.printf("%n### tick: %d admissions, 3 gates, %d ticks each%n%n", BUDGET, TICKS);
    out.println(
        "| lanes | jobs waiting | asleep | p50 ms | p95 ms | most ms |\n|---:|---:|---|---:|---:|---:|");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      for (Backlog backlog : BACKLOGS) {
        Quantiles ticks = ticks(database, backlog);
        out.printf(
            Locale.ROOT,
            "| %,d | %,d | %s |%s%n",
            backlog.lanes(),
            backlog.jobs(),
            backlog.asleep() ? "half" : "none",
            ticks.cells(1, 50, 95));
      }
    }
  }

  private static Quantiles ticks(EmbeddedDatabase database, Backlog backlog) throws SQLException {
    PGSimpleDataSource own = EngineRun.dataSource(database);
    Bed bed = backlog.bed(own, BUDGET);
    List<Long> nanos = new ArrayList<>();
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      for (int i = -WARM; i < TICKS; i++) {
        long began = System.nanoTime();
        List<AdmittedJob> admitted = bed.tick(connection);
        long took = System.nanoTime() - began;
        if (admitted.size() != BUDGET || bed.settle(connection, admitted) != BUDGET) {
          throw new IllegalStateException("a tick admitted " + admitted.size());
        }
        if (i >= 0) {
          nanos.add(took);
        }
      }
    }
    return Quantiles.ofNanos(nanos);
  }
}
