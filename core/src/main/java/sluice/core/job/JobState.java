package sluice.core.job;

import java.util.Locale;

/**
 * Where a job is. From the acknowledged intake message to the end it is in exactly one of these
 * (rule R3).
 */
public enum JobState {
  /** Not due yet: staged for later, or waiting for its next attempt. */
  SCHEDULED,
  /** Waits in its lane. */
  PENDING,
  /** In flight: holds its slots until it is settled or its lease ends. */
  ADMITTED,
  /** Over: a worker reported success. */
  FINISHED,
  /** Over: out of attempts, or rejected by a worker. Can be retried by a person. */
  DEAD,
  /** Over: taken back before the end. */
  CANCELLED,
  /** Over: {@code JMSExpiration} passed before it was admitted. */
  EXPIRED;

  /** The word in SQL and on the wire, in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
