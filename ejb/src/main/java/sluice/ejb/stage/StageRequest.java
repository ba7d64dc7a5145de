package sluice.ejb.stage;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;

/**
 * One job to be staged, as it came through a door (JMS or HTTP).
 *
 * @param policy name of the policy that governs the job; null if the producer named none
 * @param keys what the producer said about identity
 * @param notBefore not to be admitted before this instant, at most {@link #LATEST}; null = at once
 * @param expiresAt {@code JMSExpiration}, at most {@link #LATEST}; null = never
 * @param message the message to be forwarded
 */
public record StageRequest(
    @Nullable String policy,
    Keys keys,
    @Nullable Instant notBefore,
    @Nullable Instant expiresAt,
    JobMessage message) {
  /**
   * The last instant that a job may name: a little before the database's calendar ends, and before
   * microseconds since 1970 outgrow a long.
   */
  public static final Instant LATEST = Instant.parse("+294000-01-01T00:00:00Z");

  /** Most properties of a message. */
  public static final int MOST_PROPERTIES = 1_000;

  /** Most characters of all names and values of the properties; a number counts as eight. */
  public static final int LONGEST_PROPERTIES = 1024 * 1024;

  /**
   * The producer's words on identity.
   *
   * @param namespace tenant whose quota the job counts against
   * @param jobKey the producer's own id, unique among unfinished jobs of the policy
   * @param dedupeKey overrides the policy's dedupe expression
   * @param intakeId {@code JMSMessageID}; null for other doors
   */
  public record Keys(
      String namespace,
      @Nullable String jobKey,
      @Nullable String dedupeKey,
      @Nullable String intakeId) {
    /** The namespace of a job that names none. */
    public static final String DEFAULT_NAMESPACE = "default";
  }
}
