package sluice.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * A job on its way to the intake: how to make its message, and its options. Sluice stores the body
 * and forwards it untouched; it never looks inside.
 */
public record NewJob(Body body, JobOptions options) {

  /** Makes the message in the session that sends it; needed for Map, Stream and Object messages. */
  @FunctionalInterface
  public interface Body {

    /** Called by the producer, perhaps twice when the first connection turns out to be broken. */
    Message create(JMSContext context) throws JMSException;
  }

  /** A job with a TextMessage. */
  public static NewJob ofText(String text, JobOptions options) {
    return new NewJob(context -> context.createTextMessage(text), options);
  }

  /** A job with a BytesMessage. The array is read when the job is sent. */
  public static NewJob ofBytes(byte[] bytes, JobOptions options) {
    return new NewJob(
        context -> {
          BytesMessage message = context.createBytesMessage();
          message.writeBytes(bytes);
          return message;
        },
        options);
  }

  /**
   * A job with a message that the caller built in a session of its own. Its properties, type,
   * correlation id and reply-to stay; those in the options are added to it. A message that was
   * received is read-only until {@link Message#clearProperties()}.
   */
  public static NewJob ofMessage(Message message, JobOptions options) {
    return new NewJob(context -> message, options);
  }

  /** The message, ready to be sent. */
  Message createMessage(JMSContext context) throws JMSException {
    Message message = body.create(context);
    options.writeTo(message);
    return message;
  }
}
