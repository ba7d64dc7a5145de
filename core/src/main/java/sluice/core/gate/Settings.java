package sluice.core.gate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Setting;

/** Collects the settings of a gate in the order of the document. Used once, by one thread. */
final class Settings {
  private final SequencedMap<String, Setting> byField = new LinkedHashMap<>();

  Settings with(String field, @Nullable Setting setting) {
    if (setting != null) {
      byField.put(field, setting);
    }
    return this;
  }

  SequencedMap<String, Setting> map() {
    return Collections.unmodifiableSequencedMap(byField);
  }
}
