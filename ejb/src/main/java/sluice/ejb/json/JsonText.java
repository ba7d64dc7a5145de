package sluice.ejb.json;

import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain values (maps, lists, texts, numbers, booleans, null) as JSON text and back. Numbers keep
 * every digit. Thread-safe.
 */
public final class JsonText {
  private static final JsonProvider JSON = JsonProvider.provider();

  private JsonText() {}

  /** The JSON text of a map. */
  public static String of(Map<String, ?> values) {
    return value(values).toString();
  }

  /**
   * The JSON value of a plain value; everything that is not a map, list, number, boolean or null
   * becomes its text.
   */
  public static JsonValue value(@Nullable Object plain) {
    return switch (plain) {
      case null -> JsonValue.NULL;
      case JsonValue json -> json;
      case Map<?, ?> map -> object(map);
      case List<?> list -> array(list);
      case Boolean b -> b ? JsonValue.TRUE : JsonValue.FALSE;
      case Byte b -> JSON.createValue((int) b);
      case Short s -> JSON.createValue((int) s);
      case Integer i -> JSON.createValue(i);
      case Long l -> JSON.createValue(l);
      case BigInteger i -> JSON.createValue(i);
      case BigDecimal d -> JSON.createValue(d);
      case Double d when !d.isNaN() && !d.isInfinite() ->
          JSON.createValue(new BigDecimal(d.toString()));
      case Float f when !f.isNaN() && !f.isInfinite() ->
          JSON.createValue(new BigDecimal(f.toString()));
      default -> JSON.createValue(plain.toString());
    };
  }

  /** Reads a text that the database gave as a JSON object. */
  public static JsonObject object(String text) {
    try (JsonReader reader = JSON.createReader(new StringReader(text))) {
      return reader.readObject();
    }
  }

  /** Reads a text that the database gave as a JSON array. */
  public static JsonArray array(String text) {
    try (JsonReader reader = JSON.createReader(new StringReader(text))) {
      return reader.readArray();
    }
  }

  private static JsonObject object(Map<?, ?> map) {
    JsonObjectBuilder builder = JSON.createObjectBuilder();
    map.forEach((name, member) -> builder.add(String.valueOf(name), value(member)));
    return builder.build();
  }

  private static JsonArray array(List<?> list) {
    JsonArrayBuilder builder = JSON.createArrayBuilder();
    list.forEach(member -> builder.add(value(member)));
    return builder.build();
  }
}
