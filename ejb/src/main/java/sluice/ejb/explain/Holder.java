package sluice.ejb.explain;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job in flight that holds a slot others wait for.
 *
 * @param id the job
 * @param policy its policy
 * @param namespace its tenant
 * @param jobKey the producer's own id
 * @param times since when, and when its lease ends
 */
public record Holder(
    long id, String policy, String namespace, @Nullable String jobKey, Times times) {
  /** By the database's clock. */
  public record Times(Instant admittedAt, Instant leaseExpiresAt) {}
}
