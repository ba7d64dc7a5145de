package sluice.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * db-scheduler, tuned as its documentation says for throughput: lock and fetch in one statement,
 * four times as many as threads, inserts in batches, the payload as bytes without Java's
 * serialization. It runs what is due while more is put in.
 */
final class DbSchedulerPeer implements Peer {
  private static final int THREADS = 50;

  /** Its table with the indexes that its documentation has for PostgreSQL. */
  private static final String TABLE =
      """
      create table scheduled_tasks (
        task_name text not null, task_instance text not null, task_data bytea,
        execution_time timestamptz, picked boolean not null, picked_by text,
        last_success timestamptz, last_failure timestamptz, consecutive_failures integer,
        last_heartbeat timestamptz, version bigint not null, priority smallint, state text,
        primary key (task_name, task_instance));
      create index execution_time_idx on scheduled_tasks (execution_time);
      create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)
      """;

  @Override
  public String name() {
    return "db-scheduler, no gates";
  }

  @Override
  public int jobs() {
    return 5_000;
  }

  @Override
  public String schema() {
    return "peer_db_scheduler";
  }

  @Override
  public long run(HikariDataSource pool) throws Exception {
    create(pool);
    PeerJobs jobs = new PeerJobs(jobs());
    OneTimeTask<byte[]> task =
        Tasks.oneTime("bench", byte[].class)
            .execute((instance, context) -> jobs.ran(instance.getId()));
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(THREADS)
            .pollUsingLockAndFetch(1.0, 4.0)
            .pollingInterval(Duration.ofMillis(20))
            .serializer(new Bytes())
            .build();
    long nanos;
    scheduler.start();
    try {
      long began = System.nanoTime();
      for (int from = 0; from < jobs(); from += BATCH) {
        scheduler.scheduleBatch(batch(from), Instant.now());
      }
      jobs.await();
      Peer.awaitNone(pool, "select count(*) from scheduled_tasks");
      nanos = System.nanoTime() - began;
    } finally {
      scheduler.stop();
    }
    jobs.check();
    return nanos;
  }

  private static List<TaskInstance<?>> batch(int from) {
    List<TaskInstance<?>> batch = new ArrayList<>(BATCH);
    for (int i = from; i < from + BATCH; i++) {
      batch.add(new TaskInstance<>("bench", String.valueOf(i), new byte[300]));
    }
    return batch;
  }

  private static void create(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
  }

  /** The payload as it is. */
  private static final class Bytes implements Serializer {
    @Override
    public byte[] serialize(Object data) {
      return (byte[]) data;
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
      return type.cast(bytes);
    }
  }
}
