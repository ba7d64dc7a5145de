package sluice.jms.message;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.stage.StageRequest;

/**
 * Takes a received message apart. {@link MessageWriter} puts it together again: body and properties
 * come out as they went in.
 *
 * <p>Bytes that came as {@code JMSCorrelationID} are kept as a property of that name, since the
 * header of a {@link JobMessage} is a text. Thread-safe.
 */
public final class MessageReader {
  private static final int NUMBER_SIZE = 8;
  private static final int HIGHEST_PRIORITY = 9;

  private final long maxBodyBytes;

  /**
   * A reader.
   *
   * @param maxBodyBytes how long a stored body may be
   */
  public MessageReader(long maxBodyBytes) {
    this.maxBodyBytes = maxBodyBytes;
  }

  /**
   * How much of a body must be held in memory to read it: text is twice as long on its way as it is
   * stored.
   */
  public static long memoryFor(long maxBodyBytes) {
    return 2 * maxBodyBytes + 16;
  }

  /**
   * The parts of the message.
   *
   * @throws UnfitMessage if it is of no known kind, or too large
   */
  @SuppressWarnings("NullAway") // a record's class file does not tell that its body may be null
  public JobMessage read(Incoming incoming) {
    ClientMessage message = incoming.message();
    TextBody.Stored stored = stored(CoreKinds.kind(message.getType()), incoming.body());
    Map<String, @Nullable Object> properties = properties(message);
    JobMessage.Head head =
        new JobMessage.Head(
            stored.kind(),
            header(message, CoreNames.CORRELATION_ID),
            header(message, CoreNames.REPLY_TO),
            header(message, CoreNames.TYPE),
            Math.clamp(message.getPriority(), 0, HIGHEST_PRIORITY));
    return new JobMessage(head, properties, stored.bytes());
  }

  private TextBody.Stored stored(MessageKind kind, Body body) {
    if (!(body instanceof Body.InMemory inMemory)) {
      throw tooLarge(body.size());
    }
    byte[] bytes = inMemory.bytes();
    TextBody.Stored stored =
        switch (kind) {
          case TEXT, TEXT_UTF16 -> TextBody.fromWire(bytes);
          case BODYLESS -> new TextBody.Stored(kind, bytes.length == 0 ? null : bytes);
          case BYTES, MAP, STREAM, OBJECT -> new TextBody.Stored(kind, bytes);
        };
    byte[] kept = stored.bytes();
    if (kept != null && kept.length > maxBodyBytes) {
      throw tooLarge(kept.length);
    }
    return stored;
  }

  private UnfitMessage tooLarge(long size) {
    return new UnfitMessage(
        UnfitMessage.BODY_TOO_LARGE,
        "the body has "
            + size
            + " bytes; allowed: "
            + maxBodyBytes
            + " (setting sluice.max.body.bytes)");
  }

  /** The producer's own properties, with texts as String. */
  public static Map<String, @Nullable Object> properties(ClientMessage message) {
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    long size = 0;
    for (SimpleString coreName : message.getPropertyNames()) {
      Object value = value(message.getObjectProperty(coreName));
      String name = coreName.toString();
      if (!(name.equals(CoreNames.CORRELATION_ID) && value instanceof byte[])) {
        name = CoreNames.ownName(coreName);
      }
      if (!name.isEmpty()) {
        size += name.length() + sizeOf(value);
        properties.put(name, value);
      }
    }
    check(properties.size(), size);
    return properties;
  }

  private static void check(int count, long size) {
    if (count > StageRequest.MOST_PROPERTIES) {
      throw new UnfitMessage(
          UnfitMessage.TOO_MANY_PROPERTIES,
          "the message has " + count + " properties; allowed: " + StageRequest.MOST_PROPERTIES);
    }
    if (size > StageRequest.LONGEST_PROPERTIES) {
      throw new UnfitMessage(
          UnfitMessage.PROPERTIES_TOO_LARGE,
          "names and values of the properties have "
              + size
              + " characters; allowed: "
              + StageRequest.LONGEST_PROPERTIES);
    }
  }

  private static @Nullable Object value(@Nullable Object coreValue) {
    return coreValue instanceof SimpleString text ? text.toString() : coreValue;
  }

  private static long sizeOf(@Nullable Object value) {
    return switch (value) {
      case String text -> text.length();
      case byte[] bytes -> bytes.length;
      case null, default -> NUMBER_SIZE;
    };
  }

  private static @Nullable String header(Message message, String name) {
    Object value = message.getObjectProperty(SimpleString.of(name));
    return value instanceof SimpleString || value instanceof String ? value.toString() : null;
  }
}
