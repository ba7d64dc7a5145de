package sluice.jms.message;

import java.time.Duration;
import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.utils.UUIDGenerator;
import org.jspecify.annotations.Nullable;
import sluice.client.WireFormat;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.forward.ForwardedJob;
import sluice.jms.broker.BrokerSession;

/** Rebuilds a producer's message for one attempt and adds what the contract promises a worker. */
public final class MessageWriter {
  private MessageWriter() {}

  /**
   * The message of an attempt, to be sent at once: its time to live begins now.
   *
   * @throws ActiveMQException if a property can't be written
   */
  public static ClientMessage write(BrokerSession session, ForwardedJob job)
      throws ActiveMQException {
    JobMessage from = job.message();
    JobMessage.Head head = from.head();
    ClientMessage message = session.newMessage(CoreKinds.type(head.kind()));
    message.setUserID(UUIDGenerator.getInstance().generateUUID());
    message.setPriority((byte) head.priority());
    message.setExpiration(job.terms().beginBefore().toEpochMilli());
    for (Map.Entry<String, @Nullable Object> property : from.properties().entrySet()) {
      putProducers(message, property.getKey(), property.getValue());
    }
    putHeader(message, CoreNames.CORRELATION_ID, head.correlationId());
    putHeader(message, CoreNames.REPLY_TO, head.replyTo());
    putHeader(message, CoreNames.TYPE, head.type());
    putOurs(message, job);
    putBody(message, head.kind(), from.body());
    return message;
  }

  /** Whether the attempt can still begin in time; if not, it must not be sent. */
  public static boolean isInTime(Duration timeToLive) {
    return timeToLive.toMillis() > 0;
  }

  private static void putProducers(ClientMessage message, String name, @Nullable Object value)
      throws ActiveMQException {
    if (name.equals(CoreNames.CORRELATION_ID) && value instanceof byte[] bytes) {
      message.putBytesProperty(name, bytes);
    } else if (name.equals(CoreNames.GROUP_ID)) {
      message.setGroupID(String.valueOf(value));
    } else if (name.equals(CoreNames.GROUP_SEQUENCE)) {
      message.setGroupSequence(value instanceof Integer sequence ? sequence : 0);
    } else if (!name.isEmpty() && CoreNames.isProducers(name)) {
      put(message, name, value);
    }
  }

  private static void put(ClientMessage message, String name, @Nullable Object value)
      throws ActiveMQException {
    try {
      message.putObjectProperty(SimpleString.of(name), value);
    } catch (RuntimeException e) {
      throw new ActiveMQException(
          "property " + name + ": " + e.getMessage(), e, ActiveMQExceptionType.ILLEGAL_STATE);
    }
  }

  private static void putHeader(ClientMessage message, String name, @Nullable String value) {
    if (value != null) {
      message.putStringProperty(name, value);
    }
  }

  private static void putOurs(ClientMessage message, ForwardedJob job) {
    String id = Long.toString(job.id());
    ForwardedJob.Labels labels = job.labels();
    message.putStringProperty(WireFormat.JOB_ID, id);
    message.putIntProperty(WireFormat.ATTEMPT, job.attempt());
    message.putStringProperty(WireFormat.POLICY, labels.policy());
    message.putStringProperty(WireFormat.NAMESPACE, labels.namespace());
    putHeader(message, WireFormat.JOB_KEY, labels.jobKey());
    message.putLongProperty(WireFormat.ADMITTED_AT, job.terms().admittedAt().toEpochMilli());
    message.putLongProperty(WireFormat.LEASE_MS, job.terms().lease().toMillis());
    message.putStringProperty(
        Message.HDR_DUPLICATE_DETECTION_ID,
        SimpleString.of(WireFormat.duplicateId(id, job.attempt())));
  }

  private static void putBody(ClientMessage message, MessageKind kind, byte @Nullable [] body) {
    byte[] wire =
        switch (kind) {
          case TEXT, TEXT_UTF16 -> TextBody.toWire(kind, body);
          case BODYLESS, BYTES, MAP, STREAM, OBJECT -> body == null ? new byte[0] : body;
        };
    message.getBodyBuffer().writeBytes(wire);
  }
}
