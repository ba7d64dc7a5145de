package sluice.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.stage.StageRequest;
import sluice.standalone.EmbeddedDatabase;

/**
 * Staged in bulk, ticked, settled, without the broker, on one connection: what the engine costs
 * beside bare SQL.
 */
final class EngineBench implements Bench.Benchmark {
  private static final int JOBS = 20_000;
  private static final int BATCH = 1_000;
  private static final int ROUNDS = 5;

  private static final String THREE_GATES =
      """
      policy: bench
      destination: work.bench
      fairness: {key: '${tenant}'}
      gates:
        - {name: rate, type: throttle, key: '${tenant}', rate: 1000000, period: PT1S}
        - {name: cap, type: concurrency, key: '${tenant}', max: 100000}
        - {name: all, type: globalCap, max: 1000000}
      """;
  private static final String NO_GATES =
      "{policy: bench, destination: work.bench, fairness: {key: '${tenant}'}}";

  @Override
  public void run(PrintStream out) throws SQLException, IOException {
    Path folder = Files.createTempDirectory("sluice-bench");
    Rounds floor = new Rounds("bare-SQL floor");
    Rounds none = new Rounds("engine, no gates");
    Rounds three = new Rounds("engine, 3 gates");
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder, 0, "bench")) {
      PGSimpleDataSource own = dataSource(database);
      for (int round = -1; round < ROUNDS; round++) {
        long floorNanos;
        try (Connection connection = own.getConnection()) {
          floorNanos = Floor.run(connection, JOBS);
        }
        long noneNanos = round(database, NO_GATES);
        long threeNanos = round(database, THREE_GATES);
        if (round >= 0) {
          floor.add(JOBS, floorNanos);
          none.add(JOBS, noneNanos);
          three.add(JOBS, threeNanos);
        }
      }
    }
    out.printf(
        "%n### engine: %,d jobs, batches of %,d, 100 tenants, %d rounds%n%n", JOBS, BATCH, ROUNDS);
    out.println(Rounds.head());
    List.of(floor, none, three).forEach(r -> out.println(r.row(floor)));
  }

  private static PGSimpleDataSource dataSource(EmbeddedDatabase database) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(database.jdbcUrl());
    dataSource.setUser(database.user());
    dataSource.setPassword(database.password());
    return dataSource;
  }

  /** A round in a fresh schema, so that no round pays for the rows of another. */
  private static long round(EmbeddedDatabase database, String policy) throws SQLException {
    try (Connection connection = dataSource(database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema if exists sluice cascade");
    }
    PGSimpleDataSource own = dataSource(database);
    Bed bed = new Bed(own, policy, BATCH);
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      long began = System.nanoTime();
      for (int from = 0; from < JOBS; from += BATCH) {
        bed.stage(connection, jobs(bed.policyName(), from));
      }
      List<List<AdmittedBatch.AdmittedJob>> admitted = new ArrayList<>();
      List<AdmittedBatch.AdmittedJob> batch = bed.tick(connection);
      while (!batch.isEmpty()) {
        admitted.add(batch);
        batch = bed.tick(connection);
      }
      int settled = 0;
      for (List<AdmittedBatch.AdmittedJob> jobs : admitted) {
        settled += bed.settle(connection, jobs);
      }
      long nanos = System.nanoTime() - began;
      check(own, settled);
      return nanos;
    }
  }

  private static void check(PGSimpleDataSource own, int settled) throws SQLException {
    long history = Bed.number(own, "select count(distinct id) from finished_job");
    long held = Bed.number(own, "select coalesce(sum(in_flight), 0) from gate_partition");
    if (settled != JOBS || history != JOBS || held != 0) {
      throw new IllegalStateException(
          "settled %d, in the history %d of %d jobs; slots held %d"
              .formatted(settled, history, JOBS, held));
    }
  }

  private static List<StageRequest> jobs(String policy, int from) {
    List<StageRequest> jobs = new ArrayList<>(BATCH);
    for (int i = from; i < from + BATCH; i++) {
      Map<String, Object> properties =
          new HashMap<>(Map.of("tenant", "tenant-" + i % 100, "number", i));
      jobs.add(
          new StageRequest(
              policy,
              new StageRequest.Keys("default", null, null, null),
              null,
              null,
              new JobMessage(
                  new JobMessage.Head(MessageKind.BYTES, null, null, null, 4),
                  new HashMap<>(properties),
                  new byte[300])));
    }
    return jobs;
  }
}
