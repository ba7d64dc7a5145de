package sluice.jms.message;

import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was received.
 *
 * @param message the broker's message, not acknowledged yet
 * @param body its body, already taken out
 * @param queue where it came from
 * @param storeId names the broker's store, in which message numbers are unique
 */
public record Incoming(ClientMessage message, Body body, String queue, @Nullable String storeId) {

  /**
   * The same for every delivery of the message, different for every other message: {@code
   * JMSMessageID}, or the broker's number of a message that has none.
   */
  public String identity() {
    Object userId = message.getUserID();
    return userId != null
        ? "ID:" + userId
        : "NR:" + storeId + ":" + message.getMessageID() + ":" + message.getTimestamp();
  }
}
