package sluice.core.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The producer's message, taken apart and independent of any JMS provider.
 *
 * @param head kind and headers
 * @param properties typed properties in the order sent; values are Boolean, Byte, Short, Integer,
 *     Long, Float, Double, String or null, and from other protocols than JMS Character or byte[]
 * @param body the body in the encoding that {@link MessageKind} names; null for a message without
 *     one. Not copied: whoever holds a message must not change it.
 */
@SuppressWarnings("ArrayRecordComponent") // a body is carried, never compared
public record JobMessage(
    Head head, Map<String, @Nullable Object> properties, byte @Nullable [] body) {

  /**
   * Kind and headers of a message.
   *
   * @param kind how the body is encoded
   * @param correlationId {@code JMSCorrelationID}
   * @param replyTo {@code JMSReplyTo} as {@code queue://name} or {@code topic://name}
   * @param type {@code JMSType}
   * @param priority {@code JMSPriority}, 0 to 9
   */
  public record Head(
      MessageKind kind,
      @Nullable String correlationId,
      @Nullable String replyTo,
      @Nullable String type,
      int priority) {}

  /** Keeps the order of the properties. */
  public JobMessage {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }
}
