package sluice.web.show;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.ejb.json.JsonText;

/**
 * Builds a JSON object member by member; a null becomes JSON null, an instant its ISO-8601 text.
 * Used by one thread.
 */
final class ObjectText {
  private final JsonObjectBuilder json = Json.createObjectBuilder();

  ObjectText with(String name, @Nullable Object value) {
    json.add(
        name,
        value instanceof Instant instant
            ? Json.createValue(instant.toString())
            : JsonText.value(value));
    return this;
  }

  ObjectText json(String name, JsonValue value) {
    json.add(name, value);
    return this;
  }

  JsonObject build() {
    return json.build();
  }
}
