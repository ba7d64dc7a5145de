package sluice.core.job;

/**
 * The six kinds of JMS message. The code is stored, so it never changes its meaning.
 *
 * <p>Bodies are kept as bytes: {@link #TEXT} as UTF-8, {@link #TEXT_UTF16} (text that UTF-8 cannot
 * carry, such as a lone surrogate) as UTF-16 big-endian, {@link #BYTES} as they are, and {@link
 * #MAP}, {@link #STREAM} and {@link #OBJECT} in the broker client's own encoding, which Sluice
 * never looks into.
 */
public enum MessageKind {
  /** A message with properties only. */
  BODYLESS(0),
  /** Text, kept as UTF-8. */
  TEXT(1),
  /** Text that is not well-formed Unicode, kept as UTF-16. */
  TEXT_UTF16(2),
  /** Bytes. */
  BYTES(3),
  /** A map of names to values. */
  MAP(4),
  /** A stream of values. */
  STREAM(5),
  /** A serialised object; never deserialised by Sluice. */
  OBJECT(6);

  private final int code;

  MessageKind(int code) {
    this.code = code;
  }

  /** The stored number of this kind. */
  public int code() {
    return code;
  }

  /** The kind with this code. */
  public static MessageKind of(int code) {
    for (MessageKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no message kind has code " + code + "; allowed: 0 to 6");
  }
}
