package sluice.ejb.forward;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
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
  record Open(long id, int policyId, @Nullable String destination, long[] jobs, int[] attempts) {}

  static List<Open> open(Connection connection, Duration older, int limit) throws SQLException {
    return OPEN_BATCHES
        .on(connection)
        .set("older_ms", older.toMillis())
        .set("limit", limit)
        .list(row ->
            new Open(
                row.bigint("id"),
                row.integer("policy_id"),
                row.textOrNull("destination"),
                row.bigints("jobs"),
                row.integers("attempts")));
  }

  /**
   * What a batch comes to.
   *
   * @param jobs can be sent, in order
   * @param unreadable their stored messages cannot be read, now or ever
   */
  record Ready(List<ForwardedJob> jobs, List<ForwardingFailed.Refused> unreadable) {
    Ready() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    /** Adds the job, or sets it apart: one bad row must not hold up the others. */
    void add(long id, int attempt, Supplier<ForwardedJob> job) {
      try {
        jobs.add(job.get());
      } catch (IllegalArgumentException e) {
        unreadable.add(new ForwardingFailed.Refused(id, attempt, String.valueOf(e.getMessage())));
      }
    }
  }

  /** Attempts of the batch that are still in flight. */
  static Ready read(Connection connection, Open batch, ActivePolicy policy) throws SQLException {
    Duration lease = policy.policy().lease();
    Ready ready = new Ready();
    READ_ATTEMPTS
        .on(connection)
        .bigints("jobs", batch.jobs())
        .integers("attempts", batch.attempts())
        .list(row -> {
          long id = row.bigint("id");
          int attempt = row.integer("attempt");
          ForwardedJob.Labels labels =
              new ForwardedJob.Labels(
                  policy.name(), row.text("namespace"), row.textOrNull("job_key"));
          Instant beginBefore =
              beginBefore(row.instant("lease_expires_at"), lease, row.instantOrNull("expires_at"));
          ForwardedJob.Terms terms =
              new ForwardedJob.Terms(
                  row.instant("admitted_at"),
                  lease,
                  Duration.between(row.instant("now"), beginBefore),
                  beginBefore);
          byte[] head = row.bytes("head");
          byte[] body = row.bytesOrNull("body");
          ready.add(
              id,
              attempt,
              () -> new ForwardedJob(id, attempt, labels, terms, MessageCodec.decode(head, body)));
          return id;
        });
    return ready;
  }

  /** How many were closed: 0 if it is closed already, or locked by whoever sends it. */
  static int close(Connection connection, long batch) throws SQLException {
    return CLOSE_BATCHES.on(connection).bigints("batches", new long[] {batch}).update();
  }

  /** The batch as just admitted, {@code age} ago. */
  static Ready jobs(AdmittedBatch batch, Duration age) {
    ActivePolicy policy = batch.policy();
    Duration lease = policy.policy().lease();
    Ready ready = new Ready();
    for (AdmittedBatch.AdmittedJob job : batch.jobs()) {
      Instant beginBefore = beginBefore(batch.admittedAt().plus(lease), lease, job.expiresAt());
      ForwardedJob.Labels labels =
          new ForwardedJob.Labels(policy.name(), job.labels().namespace(), job.labels().jobKey());
      ForwardedJob.Terms terms =
          new ForwardedJob.Terms(
              batch.admittedAt(),
              lease,
              Duration.between(batch.admittedAt(), beginBefore).minus(age),
              beginBefore);
      ready.add(
          job.id(),
          job.attempt(),
          () ->
              new ForwardedJob(
                  job.id(),
                  job.attempt(),
                  labels,
                  terms,
                  MessageCodec.decode(job.stored().head(), job.stored().body())));
    }
    return ready;
  }

  /**
   * Until when a message may wait in the work queue: to just before the end of the lease (a tenth
   * of it, at most one second), so that an attempt nobody began cannot begin after the job went to
   * another; and no longer than the producer's own expiration.
   */
  static Instant beginBefore(Instant leaseEnd, Duration lease, @Nullable Instant expiresAt) {
    Instant end = leaseEnd.minusMillis(Math.min(1_000, lease.toMillis() / 10));
    return expiresAt != null && expiresAt.isBefore(end) ? expiresAt : end;
  }
}
