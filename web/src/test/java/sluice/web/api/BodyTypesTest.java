package sluice.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyTypesTest {
  @Test
  void json_is_taken_in_any_spelling_and_nothing_else() {
    List<String> usual = BodyTypes.taken(null);
    assertThat(usual).containsExactly("application/json");
    assertThat(among("application/json", usual)).isTrue();
    assertThat(among("Application/JSON; charset=utf-8", usual)).isTrue();
    assertThat(among("text/plain", usual)).isFalse();
    assertThat(among("application/x-www-form-urlencoded", usual)).isFalse();
    assertThat(among("application/merge-patch+json", usual)).isFalse();
    assertThat(among("*/*", usual)).isFalse();
  }

  @Test
  void a_document_may_be_yaml_too() {
    Method save =
        Arrays.stream(PolicyResource.class.getMethods())
            .filter(method -> method.getName().equals("save"))
            .findFirst()
            .orElseThrow();
    List<String> taken = BodyTypes.taken(save.getAnnotation(Takes.class));
    assertThat(among("application/yaml", taken)).isTrue();
    assertThat(among("text/plain;charset=UTF-8", taken)).isTrue();
    assertThat(among("application/json", taken)).isTrue();
    assertThat(among("text/html", taken)).isFalse();
  }

  private static boolean among(String type, List<String> taken) {
    return BodyTypes.isAmong(media(type), taken);
  }

  /** Without a JAX-RS implementation at hand, which reads headers. */
  private static MediaType media(String type) {
    String[] parts = type.split(";", 2)[0].split("/", 2);
    return new MediaType(parts[0], parts[1]);
  }
}
