package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.standalone.EmbeddedDatabase;

/**
 * Words of success settled in batches of several sizes, one transaction a batch, beside bare SQL
 * that deletes as many rows with a history row each. Staging and ticks take no part of the time.
 */
final class SettleBench implements Bench.Benchmark {
  private static final int ROUNDS = 5;
  private static final int TENANTS = 100;

  /** A batch's size, how many jobs a round settles so, and what was measured. */
  private record Size(int batch, int jobs, Rounds ours, Rounds floor) {
    Size(int batch, int jobs) {
      this(
          batch,
          jobs,
          new Rounds("settled, batches of %,d".formatted(batch)),
          new Rounds("bare delete with history, batches of %,d".formatted(batch)));
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    List<Size> sizes =
        List.of(
            new Size(1, 1_000),
            new Size(10, 2_000),
            new Size(100, 10_000),
            new Size(1_000, 10_000));
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      PGSimpleDataSource own = EngineRun.dataSource(database);
      Bed bed = EngineRun.freshBed(own, Policies.THREE_BY_TENANT, 1_000);
      int settled = 0;
      for (int round = -1; round < ROUNDS; round++) {
        for (Size size : sizes) {
          long bare;
          try (Connection connection = EngineRun.dataSource(database).getConnection()) {
            bare = Floor.delete(connection, size.jobs, size.batch);
          }
          long nanos = settle(own, bed, size);
          settled += size.jobs;
          if (round >= 0) {
            size.floor.add(size.jobs, bare);
            size.ours.add(size.jobs, nanos);
          }
        }
      }
      check(own, settled);
    }
    out.printf("%n### settle: 3 gates, %d tenants, one connection, %d rounds%n%n", TENANTS, ROUNDS);
    out.println(Rounds.head("bare SQL of the same batch"));
    for (Size size : sizes) {
      out.println(size.floor.row(size.floor));
      out.println(size.ours.row(size.floor));
    }
  }

  private static long settle(PGSimpleDataSource own, Bed bed, Size size) throws SQLException {
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      EngineRun jobs = new EngineRun(size.jobs, TENANTS, 1_000);
      for (List<StageRequest> requests : jobs.batches(bed.policyName())) {
        bed.stage(connection, requests);
      }
      List<AdmittedJob> admitted = new ArrayList<>(size.jobs);
      List<AdmittedJob> next = bed.tick(connection);
      while (!next.isEmpty()) {
        admitted.addAll(next);
        next = bed.tick(connection);
      }
      int settled = 0;
      long began = System.nanoTime();
      for (int from = 0; from < admitted.size(); from += size.batch) {
        settled += bed.settle(connection, admitted.subList(from, from + size.batch));
      }
      long nanos = System.nanoTime() - began;
      if (settled != size.jobs) {
        throw new IllegalStateException(settled + " jobs settled of " + size.jobs);
      }
      return nanos;
    }
  }

  private static void check(PGSimpleDataSource own, int settled) throws SQLException {
    long history = Bed.number(own, "select count(distinct id) from finished_job");
    long held = Bed.number(own, "select coalesce(sum(in_flight), 0) from gate_partition");
    if (history != settled || held != 0) {
      throw new IllegalStateException(
          "settled %d, in the history %d; slots held %d".formatted(settled, history, held));
    }
  }
}
