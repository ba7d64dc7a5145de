package sluice.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.standalone.EmbeddedDatabase;

/**
 * Jobs staged in bulk, ticked and settled, without the broker, in a fresh schema, so that no round
 * pays for the rows of another. Each run counts its jobs: one lost, run twice or still holding a
 * slot makes it a failure.
 *
 * @param jobs how many, a multiple of the batch
 * @param tenants how many share them; each is a share and a lane of its own
 * @param batch jobs a transaction
 */
record EngineRun(int jobs, int tenants, int batch) {

  /** How the three steps follow one another. */
  enum Order {
    /** All staged, then all admitted, then all settled, on one connection. */
    ONE_AFTER_THE_OTHER,
    /** Each step on threads and connections of its own, see {@link EngineThreads}. */
    AT_THE_SAME_TIME
  }

  static PGSimpleDataSource dataSource(EmbeddedDatabase database) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(database.jdbcUrl());
    dataSource.setUser(database.user());
    dataSource.setPassword(database.password());
    return dataSource;
  }

  /** One round; the time taken, in nanoseconds. */
  long time(EmbeddedDatabase database, String policy, Order order) throws Exception {
    PGSimpleDataSource own = dataSource(database);
    Bed bed = freshBed(own, policy, batch);
    List<List<StageRequest>> batches = batches(bed.policyName());
    long began = System.nanoTime();
    int settled =
        order == Order.ONE_AFTER_THE_OTHER
            ? inTurn(own, bed, batches)
            : new EngineThreads(own, bed, batches, jobs).run();
    long nanos = System.nanoTime() - began;
    check(own, settled);
    return nanos;
  }

  /** A bed on a fresh schema; {@code batch} jobs a tick. */
  static Bed freshBed(PGSimpleDataSource own, String policy, int batch) throws SQLException {
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema if exists sluice cascade");
    }
    return new Bed(own, policy, batch);
  }

  private static int inTurn(PGSimpleDataSource own, Bed bed, List<List<StageRequest>> batches)
      throws SQLException {
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      for (List<StageRequest> requests : batches) {
        bed.stage(connection, requests);
      }
      List<List<AdmittedJob>> admitted = new ArrayList<>();
      List<AdmittedJob> next = bed.tick(connection);
      while (!next.isEmpty()) {
        admitted.add(next);
        next = bed.tick(connection);
      }
      int settled = 0;
      for (List<AdmittedJob> attempts : admitted) {
        settled += bed.settle(connection, attempts);
      }
      return settled;
    }
  }

  private void check(PGSimpleDataSource own, int settled) throws SQLException {
    long history = Bed.number(own, "select count(distinct id) from finished_job");
    long held = Bed.number(own, "select coalesce(sum(in_flight), 0) from gate_partition");
    if (settled != jobs || history != jobs || held != 0) {
      throw new IllegalStateException(
          "settled %d, in the history %d of %d jobs; slots held %d"
              .formatted(settled, history, jobs, held));
    }
  }

  /** The jobs in batches as they are staged. */
  List<List<StageRequest>> batches(String policy) {
    List<List<StageRequest>> batches = new ArrayList<>();
    for (int from = 0; from < jobs; from += batch) {
      List<StageRequest> requests = new ArrayList<>(batch);
      for (int i = from; i < from + batch; i++) {
        requests.add(
            new StageRequest(
                policy,
                new StageRequest.Keys("default", null, null, null),
                null,
                null,
                message(i, i % tenants)));
      }
      batches.add(requests);
    }
    return batches;
  }

  /** The message of a job. */
  static JobMessage message(int number, int tenant) {
    return new JobMessage(
        new JobMessage.Head(MessageKind.BYTES, null, null, null, 4),
        Map.of("tenant", "tenant-" + tenant, "pool", "pool-" + tenant % 100, "number", number),
        new byte[300]);
  }
}
