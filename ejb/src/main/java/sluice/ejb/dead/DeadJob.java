package sluice.ejb.dead;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageCodec;
import sluice.ejb.lane.Candidate;
import sluice.sql.Row;

/**
 * A dead job in hand.
 *
 * @param overdue its {@code JMSExpiration} has passed
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
record DeadJob(
    long id, int policyId, int priority, Keys keys, boolean overdue, Instant diedAt, byte[] head) {

  /** What must not be alive twice. */
  record Keys(String namespace, @Nullable String jobKey, @Nullable String dedupeKey) {}

  /** The order in which keys are taken, the same as a stager's. */
  static final Comparator<DeadJob> BY_KEY =
      Comparator.<DeadJob, @Nullable String>comparing(
              d -> d.keys().dedupeKey(), Comparator.nullsFirst(Comparator.<String>naturalOrder()))
          .thenComparing(
              d -> d.keys().jobKey(), Comparator.nullsFirst(Comparator.<String>naturalOrder()))
          .thenComparingLong(DeadJob::id);

  static DeadJob read(Row row) throws SQLException {
    return new DeadJob(
        row.bigint("id"),
        row.integer("policy_id"),
        row.integer("priority"),
        new Keys(row.text("namespace"), row.textOrNull("job_key"), row.textOrNull("dedupe_key")),
        row.bool("overdue"),
        row.instant("died_at"),
        row.bytes("head"));
  }

  /**
   * The job as routing sees it.
   *
   * @throws IllegalArgumentException if its message cannot be read any more
   */
  Candidate candidate() {
    return new Candidate(
        null, keys.namespace(), MessageCodec.decode(head, null).properties(), priority);
  }
}
