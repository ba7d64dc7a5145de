package sluice.web.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of one job as its JSON object has them: texts, {@link NumberText}s, booleans, nulls
 * and, for {@code properties}, a map of the same. Collects the first thing that is wrong instead of
 * throwing, so that the other jobs of a batch go on. Used by one thread.
 */
final class JobFields {
  /** A number as it is written. */
  record NumberText(String text) {}

  /** A value that is no plain one: an array or object where none belongs. */
  record Nested() {}

  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();
  private final Map<String, @Nullable Object> properties = new LinkedHashMap<>();
  private @Nullable UnfitJob fault;

  void put(String name, @Nullable Object value) {
    if (values.containsKey(name)) {
      refuse("DUPLICATE_FIELD", "the field " + name + " stands twice");
    }
    values.put(name, value);
  }

  void putProperty(String name, @Nullable Object value) {
    if (properties.containsKey(name)) {
      refuse("DUPLICATE_FIELD", "the property " + name + " stands twice");
    }
    properties.put(name, value);
  }

  void refuse(String code, String detail) {
    if (fault == null) {
      fault = new UnfitJob(code, detail);
    }
  }

  Map<String, @Nullable Object> values() {
    return values;
  }

  Map<String, @Nullable Object> properties() {
    return properties;
  }

  @Nullable UnfitJob fault() {
    return fault;
  }
}
