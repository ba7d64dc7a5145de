package sluice.jms.intake;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.client.WireFormat;
import sluice.core.job.JobMessage;
import sluice.ejb.stage.StageRequest;
import sluice.jms.broker.QueueNames;
import sluice.jms.consume.Interpreter;
import sluice.jms.message.Incoming;
import sluice.jms.message.MessageProperties;
import sluice.jms.message.MessageReader;
import sluice.jms.message.UnfitMessage;

/**
 * Reads what a producer asks for. The address names the policy when the message does not; when both
 * do, they must agree. Thread-safe.
 */
public final class IntakeReader implements Interpreter<StageRequest> {
  private static final int LONGEST_KEY = 512;

  private static final long LAST_MILLIS = StageRequest.LATEST.toEpochMilli();

  private final QueueNames queues;
  private final MessageReader messages;

  /** A reader for these queues. */
  public IntakeReader(QueueNames queues, MessageReader messages) {
    this.queues = queues;
    this.messages = messages;
  }

  @Override
  public StageRequest read(Incoming incoming) {
    JobMessage message = messages.read(incoming);
    MessageProperties properties = new MessageProperties(message.properties());
    String namespace = properties.key(WireFormat.NAMESPACE, LONGEST_KEY);
    StageRequest.Keys keys =
        new StageRequest.Keys(
            namespace == null ? StageRequest.Keys.DEFAULT_NAMESPACE : namespace,
            properties.key(WireFormat.JOB_KEY, LONGEST_KEY),
            properties.key(WireFormat.DEDUPE_KEY, LONGEST_KEY),
            incoming.identity());
    return new StageRequest(
        policy(properties, incoming.queue()),
        keys,
        notBefore(properties),
        expiresAt(incoming.message().getExpiration()),
        message);
  }

  private @Nullable String policy(MessageProperties properties, String queue) {
    String named = properties.plainText(WireFormat.POLICY);
    String prefix = queues.intakePolicyPrefix();
    if (!queue.startsWith(prefix)) {
      return named;
    }
    String addressed = queue.substring(prefix.length());
    if (named != null && !named.equals(addressed)) {
      throw new UnfitMessage(
          UnfitMessage.POLICY_CONFLICT,
          WireFormat.POLICY
              + " is \""
              + named
              + "\" in a message sent to "
              + queue
              + "; allowed there: \""
              + addressed
              + "\", or no such property");
    }
    return addressed;
  }

  private static @Nullable Instant notBefore(MessageProperties properties) {
    Long millis = properties.integer(WireFormat.NOT_BEFORE);
    if (millis == null || millis <= 0) {
      return null;
    }
    if (millis > LAST_MILLIS) {
      throw properties.invalid(
          WireFormat.NOT_BEFORE,
          "milliseconds since 1970, at most " + LAST_MILLIS + " (the year 294000)");
    }
    return Instant.ofEpochMilli(millis);
  }

  /** What expires when the database's calendar has ended does not expire. */
  private static @Nullable Instant expiresAt(long millis) {
    return millis <= 0 || millis > LAST_MILLIS ? null : Instant.ofEpochMilli(millis);
  }
}
