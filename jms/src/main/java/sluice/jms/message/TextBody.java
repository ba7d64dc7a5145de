package sluice.jms.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageKind;

/**
 * Bodies of text messages: the broker client's encoding and ours.
 *
 * <p>The client writes one byte 0 for a message without text; else one byte 1, the length in bytes
 * as int and UTF-16 units, low byte first. Ours is UTF-8, or UTF-16 big-endian for text that is not
 * well-formed Unicode.
 */
final class TextBody {
  private static final int HEADER = 5;

  private TextBody() {}

  /**
   * A stored text.
   *
   * @param kind {@code TEXT} or {@code TEXT_UTF16}
   * @param bytes null for a message without text
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Stored(MessageKind kind, byte @Nullable [] bytes) {}

  /** Reads the client's encoding. */
  static Stored fromWire(byte[] wire) {
    if (wire.length == 0 || wire[0] == 0) {
      return new Stored(MessageKind.TEXT, null);
    }
    int length = wire.length < HEADER ? -1 : ByteBuffer.wrap(wire, 1, 4).getInt();
    if (wire[0] != 1 || length < 0 || length % 2 != 0 || length > wire.length - HEADER) {
      throw new UnfitMessage(
          UnfitMessage.UNREADABLE, "the text body of " + wire.length + " bytes is damaged");
    }
    byte[] ascii = asciiFromWire(wire, length);
    if (ascii != null) {
      return new Stored(MessageKind.TEXT, ascii);
    }
    if (isWellFormed(wire, length)) {
      String text = new String(wire, HEADER, length, StandardCharsets.UTF_16LE);
      return new Stored(MessageKind.TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
    byte[] units = new byte[length];
    swap(wire, HEADER, units, 0, length);
    return new Stored(MessageKind.TEXT_UTF16, units);
  }

  /** Writes the client's encoding. */
  static byte[] toWire(MessageKind kind, byte @Nullable [] stored) {
    if (stored == null) {
      return new byte[] {0};
    }
    if (kind == MessageKind.TEXT_UTF16) {
      byte[] wire = begin(stored.length);
      swap(stored, 0, wire, HEADER, stored.length);
      return wire;
    }
    if (isAscii(stored)) {
      byte[] wire = begin(2 * stored.length);
      for (int i = 0; i < stored.length; i++) {
        wire[HEADER + 2 * i] = stored[i];
      }
      return wire;
    }
    byte[] units = new String(stored, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16LE);
    byte[] wire = begin(units.length);
    System.arraycopy(units, 0, wire, HEADER, units.length);
    return wire;
  }

  private static byte[] begin(int length) {
    byte[] wire = new byte[Math.addExact(HEADER, length)];
    wire[0] = 1;
    ByteBuffer.wrap(wire, 1, 4).putInt(length);
    return wire;
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static byte @Nullable [] asciiFromWire(byte[] wire, int length) {
    byte[] ascii = new byte[length / 2];
    for (int i = 0; i < ascii.length; i++) {
      byte low = wire[HEADER + 2 * i];
      if (low < 0 || wire[HEADER + 2 * i + 1] != 0) {
        return null;
      }
      ascii[i] = low;
    }
    return ascii;
  }

  private static boolean isWellFormed(byte[] wire, int length) {
    boolean expectLow = false;
    for (int i = HEADER; i < HEADER + length; i += 2) {
      char unit = (char) ((wire[i] & 0xFF) | (wire[i + 1] << 8));
      if (expectLow != Character.isLowSurrogate(unit)) {
        return false;
      }
      expectLow = Character.isHighSurrogate(unit);
    }
    return !expectLow;
  }

  private static void swap(byte[] from, int fromIndex, byte[] to, int toIndex, int length) {
    for (int i = 0; i < length; i += 2) {
      to[toIndex + i] = from[fromIndex + i + 1];
      to[toIndex + i + 1] = from[fromIndex + i];
    }
  }
}
