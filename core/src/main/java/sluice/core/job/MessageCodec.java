package sluice.core.job;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a message's head and properties to bytes and reads them back, types included (column
 * {@code job.head}).
 *
 * <p>Layout, version 1: version byte · kind · priority · correlation id, reply-to, type as texts ·
 * number of properties · for each its name as text, a type byte and the value. A text is its length
 * in characters (−1 for null) and its UTF-16 units, so that any Java string survives, a lone
 * surrogate or NUL included. Stateless and thread-safe.
 */
public final class MessageCodec {
  private static final int VERSION = 1;

  private MessageCodec() {}

  /** The bytes of head and properties. */
  public static byte[] encode(JobMessage message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      JobMessage.Head head = message.head();
      out.writeByte(VERSION);
      out.writeByte(head.kind().code());
      out.writeByte(head.priority());
      writeText(out, head.correlationId());
      writeText(out, head.replyTo());
      writeText(out, head.type());
      out.writeInt(message.properties().size());
      for (Map.Entry<String, @Nullable Object> property : message.properties().entrySet()) {
        writeText(out, property.getKey());
        writeValue(out, property.getKey(), property.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * The message that was encoded.
   *
   * @param head what {@link #encode} gave
   * @param body the body beside it
   * @throws IllegalArgumentException if the bytes were not written by this codec
   */
  public static JobMessage decode(byte[] head, byte @Nullable [] body) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(head))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "message head has version " + version + "; this program reads " + VERSION);
      }
      MessageKind kind = MessageKind.of(in.readUnsignedByte());
      int priority = in.readUnsignedByte();
      JobMessage.Head read =
          new JobMessage.Head(kind, readText(in), readText(in), readText(in), priority);
      int count = in.readInt();
      Map<String, @Nullable Object> properties = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        String name = readText(in);
        properties.put(name == null ? "" : name, readValue(in));
      }
      return new JobMessage(read, properties, body);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "message head is cut short at " + head.length + " bytes", e);
    }
  }

  private static void writeValue(DataOutputStream out, String name, @Nullable Object value)
      throws IOException {
    switch (value) {
      case null -> out.writeByte('0');
      case Boolean b -> {
        out.writeByte('b');
        out.writeBoolean(b);
      }
      case Byte b -> {
        out.writeByte('y');
        out.writeByte(b);
      }
      case Short s -> {
        out.writeByte('s');
        out.writeShort(s);
      }
      case Integer i -> {
        out.writeByte('i');
        out.writeInt(i);
      }
      case Long l -> {
        out.writeByte('l');
        out.writeLong(l);
      }
      case Float f -> {
        out.writeByte('f');
        out.writeInt(Float.floatToRawIntBits(f));
      }
      case Double d -> {
        out.writeByte('d');
        out.writeLong(Double.doubleToRawLongBits(d));
      }
      case String s -> {
        out.writeByte('t');
        writeText(out, s);
      }
      case Character c -> {
        out.writeByte('c');
        out.writeChar(c);
      }
      case byte[] bytes -> {
        out.writeByte('a');
        out.writeInt(bytes.length);
        out.write(bytes);
      }
      default ->
          throw new IllegalArgumentException(
              "property "
                  + name
                  + " is a "
                  + value.getClass().getName()
                  + "; allowed: boolean, char, numbers, String, bytes");
    }
  }

  private static @Nullable Object readValue(DataInputStream in) throws IOException {
    int type = in.readUnsignedByte();
    return switch (type) {
      case '0' -> null;
      case 'b' -> in.readBoolean();
      case 'y' -> in.readByte();
      case 's' -> in.readShort();
      case 'i' -> in.readInt();
      case 'l' -> in.readLong();
      case 'f' -> Float.intBitsToFloat(in.readInt());
      case 'd' -> Double.longBitsToDouble(in.readLong());
      case 't' -> readText(in);
      case 'c' -> in.readChar();
      case 'a' -> readBytes(in);
      default -> throw new IOException("unknown property type " + type);
    };
  }

  private static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
    if (text == null) {
      out.writeInt(-1);
      return;
    }
    out.writeInt(text.length());
    byte[] units = new byte[text.length()];
    if (isLatin(text, units)) {
      out.writeByte(1);
      out.write(units);
    } else {
      out.writeByte(2);
      out.writeChars(text);
    }
  }

  private static boolean isLatin(String text, byte[] units) {
    for (int i = 0; i < units.length; i++) {
      char c = text.charAt(i);
      if (c > 0xFF) {
        return false;
      }
      units[i] = (byte) c;
    }
    return true;
  }

  private static @Nullable String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    int width = in.readUnsignedByte();
    if ((long) length * width > in.available()) {
      throw new IOException("text of " + length + " characters");
    }
    char[] units = new char[length];
    for (int i = 0; i < length; i++) {
      units[i] = width == 1 ? (char) in.readUnsignedByte() : in.readChar();
    }
    return new String(units);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("bytes of length " + length);
    }
    return in.readNBytes(length);
  }
}
