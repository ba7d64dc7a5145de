package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.standalone.EmbeddedDatabase;

/**
 * What a snapshot that somebody leaves open costs: jobs are staged, admitted and settled without a
 * pause while no dead row can be taken away, so that minutes make as many as an hour of a steady
 * load; before, meanwhile and after.
 */
final class ChurnBench implements Bench.Benchmark {
  private static final int BATCH = 500;
  private static final int TENANTS = 100;
  private static final int WAITING = 10_000;
  private static final int SEGMENT_S = 18;
  private static final int WITH_SNAPSHOT = 5;
  private static final String HOT = "('job', 'lane', 'share', 'gate_partition', 'policy')";

  private PGSimpleDataSource own;
  private Bed bed;
  private List<List<StageRequest>> batches;
  private long staged;
  private long settled;

  @Override
  public void run(PrintStream out) throws Exception {
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      own = EngineRun.dataSource(database);
      bed = EngineRun.freshBed(own, Policies.THREE_BY_TENANT, BATCH);
      batches = new EngineRun(WAITING, TENANTS, BATCH).batches(bed.policyName());
      try (Connection connection = own.getConnection()) {
        connection.setAutoCommit(false);
        for (List<StageRequest> requests : batches) {
          bed.stage(connection, requests);
          staged += requests.size();
        }
        segment(connection); // to warm up
        out.printf(
            "%n### churn: ticks of %d, %d tenants, 3 gates, %,d jobs waiting, steps of %d s on one"
                + " connection%n%n",
            BATCH, TENANTS, WAITING, SEGMENT_S);
        out.println(
            "| snapshot | jobs over, thousands | jobs/s | tick p50 ms | p95 ms | dead rows,"
                + " thousands | job, MiB | lanes, shares, partitions, policies, MiB |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|");
        row(out, "none", connection);
        withSnapshot(out, connection);
        vacuum();
        row(out, "gone, vacuumed", connection);
      }
      check();
    }
  }

  private void withSnapshot(PrintStream out, Connection connection) throws SQLException {
    try (Connection other = own.getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      statement.executeQuery("select count(*) from job").close();
      for (int i = 1; i <= WITH_SNAPSHOT; i++) {
        row(out, "open for %d s".formatted(i * SEGMENT_S), connection);
      }
      other.rollback();
    }
  }

  private void row(PrintStream out, String snapshot, Connection connection) throws SQLException {
    long before = settled;
    long began = System.nanoTime();
    Quantiles ticks = segment(connection);
    double seconds = (System.nanoTime() - began) / 1e9;
    out.printf(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f | %.1f | %.1f | %,.0f | %,.0f | %,.1f |%n",
        snapshot,
        settled / 1e3,
        (settled - before) / seconds,
        ticks.at(50),
        ticks.at(95),
        dead() / 1e3,
        mebibytes("relname = 'job'"),
        mebibytes("relname <> 'job'"));
  }

  /** As much as goes through in the time of a step; how long the ticks took. */
  private Quantiles segment(Connection connection) throws SQLException {
    List<Long> nanos = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SEGMENT_S);
    for (int i = 0; System.nanoTime() < end; i++) {
      List<StageRequest> requests = batches.get(i % batches.size());
      bed.stage(connection, requests);
      staged += requests.size();
      long began = System.nanoTime();
      List<AdmittedJob> admitted = bed.tick(connection);
      nanos.add(System.nanoTime() - began);
      if (admitted.size() != BATCH || bed.settle(connection, admitted) != BATCH) {
        throw new IllegalStateException("a tick admitted " + admitted.size());
      }
      settled += BATCH;
    }
    return Quantiles.ofNanos(nanos);
  }

  /** Rows that no live transaction sees and none could take away, as the table itself has them. */
  private double dead() throws SQLException {
    return number("select sum(n_dead_tup) from pg_stat_user_tables where relname in " + HOT);
  }

  private double mebibytes(String which) throws SQLException {
    return number(
        "select sum(pg_total_relation_size(relid)) / 1048576.0 from pg_stat_user_tables where"
            + " relname in "
            + HOT
            + " and schemaname = 'sluice' and "
            + which);
  }

  private double number(String sql) throws SQLException {
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getDouble(1);
    }
  }

  private void vacuum() throws SQLException {
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum analyze job, lane, share, gate_partition, policy");
    }
  }

  private void check() throws SQLException {
    long over = Bed.number(own, "select count(distinct id) from finished_job");
    long waiting = Bed.number(own, "select count(*) from job");
    if (over != settled || waiting != staged - settled) {
      throw new IllegalStateException(
          "staged %d, settled %d, in the history %d, waiting %d"
              .formatted(staged, settled, over, waiting));
    }
  }
}
