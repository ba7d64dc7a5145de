package sluice.web.act;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person filled in. Only what the form itself sent counts: a field in the page's address,
 * which any link can put there, fills in nothing. Immutable.
 *
 * @param parameters of the request, those of its address first
 * @param query of the address, as it came; null = none
 */
record Fields(Map<String, String[]> parameters, @Nullable String query) {
  /** Every value of a field. */
  List<String> all(String name) {
    String[] values = parameters.get(name);
    if (values == null) {
      return List.of();
    }
    List<String> given = Arrays.asList(values);
    return given.subList(Math.min(inQuery(name), given.size()), given.size());
  }

  /** The value of a field; empty when it was not filled in. */
  String one(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? "" : values.getLast();
  }

  private int inQuery(String name) {
    if (query == null) {
      return 0;
    }
    return (int)
        Arrays.stream(query.split("[&;]"))
            .map(part -> part.contains("=") ? part.substring(0, part.indexOf('=')) : part)
            .filter(part -> decoded(part).equals(name))
            .count();
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }
}
