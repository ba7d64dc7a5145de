package sluice.web.jobs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;

/**
 * A job's message as text, for people who may see it.
 *
 * @param kind its kind
 * @param properties its properties, by name
 * @param body its body, or the first part of it; null for a message without one
 * @param cut whether the body goes on
 */
public record MessageText(
    String kind, List<Property> properties, @Nullable String body, boolean cut) {
  private static final int SHOWN = 64 << 10;
  private static final int SHOWN_BINARY = 2 << 10;

  /** A property and its value. */
  public record Property(String name, String value) {}

  static MessageText of(JobMessage message) {
    List<Property> properties =
        new TreeMap<>(message.properties())
            .entrySet().stream()
                .map(entry -> new Property(entry.getKey(), String.valueOf(entry.getValue())))
                .toList();
    byte[] body = message.body();
    String kind = message.head().kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    if (body == null) {
      return new MessageText(kind, properties, null, false);
    }
    int most =
        switch (message.head().kind()) {
          case TEXT, TEXT_UTF16 -> SHOWN;
          default -> SHOWN_BINARY;
        };
    byte[] shown = Arrays.copyOf(body, Math.min(body.length, most));
    String text =
        switch (message.head().kind()) {
          case TEXT -> new String(shown, StandardCharsets.UTF_8);
          case TEXT_UTF16 -> ByteBuffer.wrap(shown).asCharBuffer().toString();
          default -> HexFormat.ofDelimiter(" ").formatHex(shown);
        };
    return new MessageText(kind, properties, text, body.length > most);
  }
}
