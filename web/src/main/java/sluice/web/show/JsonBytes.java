package sluice.web.show;

import jakarta.json.JsonValue;
import java.nio.charset.StandardCharsets;

/**
 * JSON as UTF-8 bytes. Half a surrogate pair, which UTF-8 cannot carry, is written as its escape.
 * Stateless.
 */
public final class JsonBytes {
  private JsonBytes() {}

  /** The bytes of a value. */
  public static byte[] of(JsonValue value) {
    return escaped(value.toString()).getBytes(StandardCharsets.UTF_8);
  }

  /** Such halves stand in strings only, so the escape is right wherever one is found. */
  static String escaped(String json) {
    if (json.codePoints().noneMatch(JsonBytes::isHalf)) {
      return json;
    }
    StringBuilder text = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(c -> {
          if (isHalf(c)) {
            text.append("\\u%04x".formatted(c));
          } else {
            text.appendCodePoint(c);
          }
        });
    return text.toString();
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
