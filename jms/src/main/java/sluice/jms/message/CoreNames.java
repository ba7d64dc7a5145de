package sluice.jms.message;

import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import sluice.client.WireFormat;

/**
 * Which properties of a message are the producer's own. The broker and its protocol converters keep
 * theirs beside them, and JMS keeps some headers there.
 */
final class CoreNames {
  /** Header {@code JMSCorrelationID}: a String, or bytes. */
  static final String CORRELATION_ID = "JMSCorrelationID";

  /** Header {@code JMSReplyTo}. */
  static final String REPLY_TO = "JMSReplyTo";

  /** Header {@code JMSType}. */
  static final String TYPE = "JMSType";

  /** What JMS calls the group of a message, which a producer may set. */
  static final String GROUP_ID = "JMSXGroupID";

  /** The place of a message in its group. */
  static final String GROUP_SEQUENCE = "JMSXGroupSeq";

  private CoreNames() {}

  /** The name by which we keep a property, or an empty text for one that is not the producer's. */
  static String ownName(SimpleString coreName) {
    if (coreName.equals(Message.HDR_GROUP_ID)) {
      return GROUP_ID;
    }
    if (coreName.equals(Message.HDR_GROUP_SEQUENCE)) {
      return GROUP_SEQUENCE;
    }
    String name = coreName.toString();
    return isProducers(name) ? name : "";
  }

  /** Whether a producer may say this and a worker should see it. */
  static boolean isProducers(String name) {
    return !name.startsWith("_AMQ")
        && !name.startsWith("__AMQ")
        && !name.startsWith("_HDR")
        && !name.startsWith("__HDR")
        && !(name.startsWith("JMSX") && !isGroup(name))
        && !isHeader(name)
        && !name.equals(WireFormat.REJECT_REASON)
        && !name.equals(WireFormat.REJECT_DETAIL);
  }

  /** Whether JMS shows this property as a header. */
  static boolean isHeader(String name) {
    return name.equals(CORRELATION_ID) || name.equals(REPLY_TO) || name.equals(TYPE);
  }

  private static boolean isGroup(String name) {
    return name.equals(GROUP_ID) || name.equals(GROUP_SEQUENCE);
  }
}
