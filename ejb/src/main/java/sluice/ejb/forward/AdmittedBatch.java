package sluice.ejb.forward;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.policy.ActivePolicy;

/**
 * What one tick admitted for one policy: the unit of the outbox.
 *
 * @param id the batch
 * @param policy the policy in force when it was admitted
 * @param admittedAt the database's clock
 * @param jobs attempts in forwarding order
 */
public record AdmittedBatch(
    long id, ActivePolicy policy, Instant admittedAt, List<AdmittedJob> jobs) {

  /** One attempt, with what forwarding needs. */
  public record AdmittedJob(
      long id, int attempt, Labels labels, @Nullable Instant expiresAt, Stored stored) {}

  /** As staged. */
  public record Labels(String namespace, @Nullable String jobKey) {}

  /** The message as stored. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Stored(byte[] head, byte @Nullable [] body) {}
}
