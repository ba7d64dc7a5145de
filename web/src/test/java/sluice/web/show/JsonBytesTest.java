package sluice.web.show;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.ejb.json.JsonText;

class JsonBytesTest {
  @Test
  void half_a_surrogate_pair_is_escaped_and_a_whole_one_is_not() {
    String json =
        new String(JsonBytes.of(Json.createValue("a\uD800b😀\0")), StandardCharsets.UTF_8);
    assertThat(json).isEqualTo("\"a\\ud800b😀\\u0000\"");
  }

  @Test
  void numbers_are_shown_with_every_digit() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("l", 9007199254740993L);
    values.put("d", 0.1);
    values.put("f", 0.1f);
    values.put("y", (byte) 3);
    values.put("nan", Double.NaN);
    values.put("no", null);
    assertThat(JsonText.of(values))
        .isEqualTo(
            "{\"l\":9007199254740993,\"d\":0.1,\"f\":0.1,\"y\":3,\"nan\":\"NaN\",\"no\":null}");
  }
}
