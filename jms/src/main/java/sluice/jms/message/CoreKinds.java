package sluice.jms.message;

import org.apache.activemq.artemis.api.core.Message;
import sluice.core.job.MessageKind;

/** The kinds of message by the broker's numbers. */
final class CoreKinds {
  private CoreKinds() {}

  /** Whether JMS knows this number. */
  static boolean isKnown(byte type) {
    return switch (type) {
      case Message.DEFAULT_TYPE,
          Message.TEXT_TYPE,
          Message.BYTES_TYPE,
          Message.MAP_TYPE,
          Message.STREAM_TYPE,
          Message.OBJECT_TYPE ->
          true;
      default -> false;
    };
  }

  /** The kind, where text is {@link MessageKind#TEXT} until it is looked at. */
  static MessageKind kind(byte type) {
    return switch (type) {
      case Message.DEFAULT_TYPE -> MessageKind.BODYLESS;
      case Message.TEXT_TYPE -> MessageKind.TEXT;
      case Message.BYTES_TYPE -> MessageKind.BYTES;
      case Message.MAP_TYPE -> MessageKind.MAP;
      case Message.STREAM_TYPE -> MessageKind.STREAM;
      case Message.OBJECT_TYPE -> MessageKind.OBJECT;
      default ->
          throw new UnfitMessage(
              UnfitMessage.UNSUPPORTED_KIND,
              "the message is of the broker's type "
                  + type
                  + "; allowed: text, bytes, map, stream, object and bodyless messages");
    };
  }

  /** The broker's number. */
  static byte type(MessageKind kind) {
    return switch (kind) {
      case BODYLESS -> Message.DEFAULT_TYPE;
      case TEXT, TEXT_UTF16 -> Message.TEXT_TYPE;
      case BYTES -> Message.BYTES_TYPE;
      case MAP -> Message.MAP_TYPE;
      case STREAM -> Message.STREAM_TYPE;
      case OBJECT -> Message.OBJECT_TYPE;
    };
  }
}
