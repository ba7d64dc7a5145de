package sluice.web.job;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageKind;

/**
 * A job's body as it is kept.
 *
 * @param kind how the bytes are to be read
 * @param bytes null for a message without a body
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record JobBody(MessageKind kind, byte @Nullable [] bytes) {

  /** The body of a text message, of a bytes message, or none. */
  static JobBody of(@Nullable String text, @Nullable String base64) {
    if (text != null && base64 != null) {
      throw new UnfitJob(
          "INVALID_FIELD", "body and bodyBase64 stand side by side; one of them is allowed");
    }
    if (base64 != null) {
      return new JobBody(MessageKind.BYTES, decoded(base64));
    }
    return text == null ? new JobBody(MessageKind.BODYLESS, null) : encoded(text);
  }

  void checkLength(long longest) {
    if (bytes != null && bytes.length > longest) {
      throw new UnfitJob(
          "BODY_TOO_LARGE", "the body has " + bytes.length + " bytes; allowed: " + longest);
    }
  }

  private static JobBody encoded(String text) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[utf8.remaining()];
      utf8.get(bytes);
      return new JobBody(MessageKind.TEXT, bytes);
    } catch (CharacterCodingException e) {
      // Half a surrogate pair: no UTF-8 for it.
      ByteBuffer units = ByteBuffer.allocate(text.length() * 2);
      units.asCharBuffer().put(text);
      return new JobBody(MessageKind.TEXT_UTF16, units.array());
    }
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new UnfitJob("INVALID_FIELD", "bodyBase64 is no Base64 text");
    }
  }
}
