package sluice.jms.message;

import java.io.IOException;
import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/** Takes the bytes of a body out of a received message, those of a streamed (large) one too. */
public final class BodyReader {
  private final long limit;

  /**
   * A reader without state; thread-safe.
   *
   * @param limit bytes to hold in memory; a longer body goes to a temporary file
   */
  public BodyReader(long limit) {
    this.limit = limit;
  }

  /**
   * The whole body. A streamed one must be read before the next message of its consumer.
   *
   * @throws ActiveMQException if the stream broke off: the message will come again
   */
  public Body read(ClientMessage message) throws ActiveMQException {
    return message.isLargeMessage() ? streamed(message) : regular(message);
  }

  private static Body regular(ClientMessage message) {
    ActiveMQBuffer buffer = message.getReadOnlyBodyBuffer();
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return new Body.InMemory(bytes);
  }

  private Body streamed(ClientMessage message) throws ActiveMQException {
    long expected =
        message.getObjectProperty(Message.HDR_LARGE_BODY_SIZE) instanceof Long size ? size : 0;
    SpillingStream stream = new SpillingStream(limit, expected);
    boolean whole = false;
    try {
      message.saveToOutputStream(stream);
      Body body = stream.body();
      whole = true;
      return body;
    } catch (IOException e) {
      throw new ActiveMQException(
          "a large body could not be kept: " + e.getMessage(), e, ActiveMQExceptionType.IO_ERROR);
    } finally {
      if (!whole) {
        discard(stream);
      }
    }
  }

  private static void discard(SpillingStream stream) {
    try {
      stream.discard();
    } catch (IOException e) {
      System.getLogger(BodyReader.class.getName())
          .log(System.Logger.Level.DEBUG, "a temporary file stays behind", e);
    }
  }
}
