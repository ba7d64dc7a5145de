package sluice.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.ejb.stage.StageRequest;
import sluice.standalone.EmbeddedDatabase;

/**
 * Staging without broker and container, each client on a connection of its own; {@code heldMs} is
 * how long a transaction stays open after its jobs are in.
 */
record StageDirect(Beds beds, int jobs, int batch, int clients, long heldMs)
    implements StageBench.Way {

  /** Where they are staged; nothing is admitted. */
  static final class Beds {
    private final PGSimpleDataSource own;
    private final Bed bed;

    Beds(EmbeddedDatabase database) throws SQLException {
      own = EngineRun.dataSource(database);
      bed = EngineRun.freshBed(own, Policies.THREE_BY_TENANT, 500);
    }
  }

  /** As the intake does. */
  static StageDirect batches(Beds beds) {
    return new StageDirect(beds, 20_000, 500, 2, 0);
  }

  /** As applications that stage in a transaction of theirs. */
  static StageDirect held(Beds beds) {
    return new StageDirect(beds, 8_000, 10, 16, 20);
  }

  @Override
  public long stage(int tenants) throws Exception {
    long before = Bed.number(beds.own, "select count(*) from job");
    BlockingQueue<List<StageRequest>> left =
        new LinkedBlockingQueue<>(
            new EngineRun(jobs, tenants, batch).batches(beds.bed.policyName()));
    List<Connection> connections = new ArrayList<>();
    List<Callable<Void>> work = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      Connection connection = beds.own.getConnection();
      connection.setAutoCommit(false);
      connections.add(connection);
      work.add(() -> stageAll(connection, left));
    }
    long nanos = StageBench.time(work);
    for (Connection connection : connections) {
      connection.close();
    }
    long staged = Bed.number(beds.own, "select count(*) from job") - before;
    if (staged != jobs) {
      throw new IllegalStateException(staged + " jobs staged of " + jobs);
    }
    return nanos;
  }

  private Void stageAll(Connection connection, BlockingQueue<List<StageRequest>> left)
      throws SQLException, InterruptedException {
    List<StageRequest> next = left.poll();
    while (next != null) {
      beds.bed.put(connection, next);
      if (heldMs > 0) {
        TimeUnit.MILLISECONDS.sleep(heldMs);
      }
      connection.commit();
      next = left.poll();
    }
    return null;
  }
}
