package sluice.core.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * A document as YAML for people: fields in the order of the manual, nested ones in blocks.
 * Stateless.
 */
final class DocumentYaml {
  private static final List<String> FIELDS =
      List.of("policy", "destination", "dedupeKey", "fairness", "lease", "retry", "gates");
  private static final List<String> OF_RETRY =
      List.of("maxAttempts", "backoff", "factor", "maxBackoff");
  private static final List<String> OF_FAIRNESS = List.of("key", "weight");
  private static final List<String> OF_GATE =
      List.of(
          "name",
          "type",
          "key",
          "rate",
          "period",
          "burst",
          "initialMax",
          "targetLag",
          "min",
          "max");
  private static final int WIDEST = 120;

  private DocumentYaml() {}

  static String of(Map<String, ?> document) {
    Map<String, @Nullable Object> fields = ordered(document, FIELDS);
    fields.computeIfPresent("retry", (name, value) -> nested(value, OF_RETRY));
    fields.computeIfPresent("fairness", (name, value) -> nested(value, OF_FAIRNESS));
    fields.computeIfPresent("gates", (name, value) -> gates(value));
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setDereferenceAliases(true)
            .setSplitLines(false)
            .setWidth(WIDEST)
            .build();
    return new Dump(settings).dumpToString(fields);
  }

  private static Object gates(Object value) {
    return value instanceof List<?> gates
        ? gates.stream().map(gate -> nested(gate, OF_GATE)).toList()
        : value;
  }

  private static Object nested(Object value, List<String> first) {
    return value instanceof Map<?, ?> map ? ordered(map, first) : value;
  }

  private static Map<String, @Nullable Object> ordered(Map<?, ?> map, List<String> first) {
    Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
    for (String field : first) {
      if (map.containsKey(field)) {
        ordered.put(field, map.get(field));
      }
    }
    map.forEach((field, value) -> ordered.putIfAbsent(String.valueOf(field), value));
    return ordered;
  }
}
