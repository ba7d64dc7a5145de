package sluice.ejb.forward;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageCodec;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.SqlStatement;

/**
 * The outbox's rows: which batches are open, what is left of them to send, and closing them.
 * Thread-safe; holds no state.
 */
final class Outbox {
  private static final SqlStatement OPEN_BATCHES = SqlStatement.named("forward/open_batches");
  private static final SqlStatement READ_ATTEMPTS = SqlStatement.named("forward/read_attempts");
  private static final SqlStatement CLOSE_BATCHES = SqlStatement.named("forward/close_batches");

  private Outbox() {}

  /** An open batch. */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  record Open(long id, int policyId, long[] jobs, int[] attempts) {}

  static List<Open> open(Connection connection, Duration older, int limit) throws SQLException {
    return OPEN_BATCHES
        .on(connection)
        .set("older_ms", older.toMillis())
        .set("limit", limit)
        .list(row ->
            new Open(
                row.bigint("id"),
                row.integer("policy_id"),
                row.bigints("jobs"),
                row.integers("attempts")));
  }

  /** Attempts of the batch that are still in flight. */
  static List<ForwardedJob> read(Connection connection, Open batch, ActivePolicy policy)
      throws SQLException {
    Duration lease = policy.policy().lease();
    return READ_ATTEMPTS
        .on(connection)
        .bigints("jobs", batch.jobs())
        .integers("attempts", batch.attempts())
        .list(row ->
            new ForwardedJob(
                row.bigint("id"),
                row.integer("attempt"),
                new ForwardedJob.Labels(
                    policy.name(), row.text("namespace"), row.textOrNull("job_key")),
                new ForwardedJob.Terms(
                    row.instant("admitted_at"),
                    lease,
                    timeToLive(row.bigint("left_ms"), lease, row.bigintOrNull("expires_left_ms"))),
                MessageCodec.decode(row.bytes("head"), row.bytesOrNull("body"))));
  }

  static int close(Connection connection, long batch) throws SQLException {
    return CLOSE_BATCHES.on(connection).bigints("batches", new long[] {batch}).update();
  }

  /** The batch as just admitted, {@code age} ago. */
  static List<ForwardedJob> jobs(AdmittedBatch batch, Duration age) {
    ActivePolicy policy = batch.policy();
    Duration lease = policy.policy().lease();
    List<ForwardedJob> jobs = new ArrayList<>(batch.jobs().size());
    for (AdmittedBatch.AdmittedJob job : batch.jobs()) {
      Long expires =
          job.expiresAt() == null
              ? null
              : Duration.between(batch.admittedAt(), job.expiresAt()).minus(age).toMillis();
      jobs.add(
          new ForwardedJob(
              job.id(),
              job.attempt(),
              new ForwardedJob.Labels(
                  policy.name(), job.labels().namespace(), job.labels().jobKey()),
              new ForwardedJob.Terms(
                  batch.admittedAt(),
                  lease,
                  timeToLive(lease.minus(age).toMillis(), lease, expires)),
              MessageCodec.decode(job.stored().head(), job.stored().body())));
    }
    return jobs;
  }

  /**
   * How long a message may wait in the work queue: to just before the end of the lease (a tenth of
   * it, at most one second), so that an attempt nobody began cannot begin after the job went to
   * another; and no longer than the producer's own expiration.
   */
  static Duration timeToLive(long leaseLeftMs, Duration lease, @Nullable Long expiresLeftMs) {
    long margin = Math.min(1_000, lease.toMillis() / 10);
    long left = leaseLeftMs - margin;
    return Duration.ofMillis(expiresLeftMs == null ? left : Math.min(left, expiresLeftMs));
  }
}
