package sluice.client;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a job, as a worker receives it.
 *
 * @param id Sluice's id of the job, the same over all attempts
 * @param attempt 1 for the first
 * @param policy the policy that admitted it
 * @param namespace the namespace whose quota it counts against
 * @param jobKey the producer's own id, if it gave one
 * @param admittedAt when the attempt was admitted, by the clock of Sluice's database
 * @param lease how long the attempt may go without a heartbeat; zero if the message names none
 * @param message the producer's message, with its body and properties untouched and Sluice's added
 */
public record Job(
    String id,
    int attempt,
    String policy,
    String namespace,
    @Nullable String jobKey,
    Instant admittedAt,
    Duration lease,
    Message message) {

  /**
   * Reads a message that Sluice forwarded.
   *
   * @throws IllegalArgumentException if it is none: id, attempt or policy is missing or unreadable
   */
  public static Job from(Message message) throws JMSException {
    try {
      String namespace = message.getStringProperty(WireFormat.NAMESPACE);
      return new Job(
          required(message, WireFormat.JOB_ID),
          Integer.parseInt(required(message, WireFormat.ATTEMPT)),
          required(message, WireFormat.POLICY),
          namespace == null ? WireFormat.DEFAULT_NAMESPACE : namespace,
          message.getStringProperty(WireFormat.JOB_KEY),
          Instant.ofEpochMilli(millis(message, WireFormat.ADMITTED_AT)),
          Duration.ofMillis(Math.max(0, millis(message, WireFormat.LEASE_MS))),
          message);
    } catch (MessageFormatException e) {
      throw new IllegalArgumentException("not a message that Sluice forwarded: " + e, e);
    }
  }

  private static String required(Message message, String name) throws JMSException {
    String value = message.getStringProperty(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "not a message that Sluice forwarded: it has no "
              + name
              + "; was it sent to the work queue instead of the intake?");
    }
    return value;
  }

  private static long millis(Message message, String name) throws JMSException {
    return message.propertyExists(name) ? message.getLongProperty(name) : 0;
  }
}
