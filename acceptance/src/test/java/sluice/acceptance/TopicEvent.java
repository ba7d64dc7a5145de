package sluice.acceptance;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** An event as the topic carries it. */
record TopicEvent(long seq, String type, String body) {
  static TopicEvent of(Message message) {
    try {
      return new TopicEvent(
          message.getLongProperty("sluice_seq"),
          message.getStringProperty("sluice_event"),
          message.getBody(String.class));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
