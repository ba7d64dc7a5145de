package sluice.web.console;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sluice.ejb.json.JsonText;

/**
 * A gate as the policy's document writes it.
 *
 * @param name its name
 * @param type its type
 * @param key its key expression; empty: one partition for the whole policy
 * @param limits its limits as written
 */
public record GateLine(String name, String type, String key, List<Setting> limits) {
  private static final Set<String> OTHERS = Set.of("name", "type", "key");

  /** A field of the document and its value. */
  public record Setting(String field, String value) {}

  /** The gates of a document, in its order. */
  public static List<GateLine> of(String document) {
    JsonValue gates = JsonText.object(document).get("gates");
    if (gates == null || gates.getValueType() != JsonValue.ValueType.ARRAY) {
      return List.of();
    }
    List<GateLine> lines = new ArrayList<>();
    gates.asJsonArray().forEach(gate -> lines.add(line(gate.asJsonObject())));
    return lines;
  }

  private static GateLine line(JsonObject gate) {
    List<Setting> limits = new ArrayList<>();
    gate.forEach((field, value) -> {
      if (!OTHERS.contains(field)) {
        limits.add(new Setting(field, text(value)));
      }
    });
    return new GateLine(
        gate.getString("name", ""), gate.getString("type", ""), gate.getString("key", ""), limits);
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString string ? string.getString() : value.toString();
  }
}
