package sluice.core.gate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.DurationSetting;
import sluice.core.expression.NumberSetting;
import sluice.core.expression.Setting;

/**
 * The settings of a gate in the order of the document, and what of them holds. Used once, by one
 * thread.
 */
final class Settings {
  private final SequencedMap<String, Setting> byField = new LinkedHashMap<>();

  Settings with(String field, @Nullable Setting setting) {
    if (setting != null) {
      byField.put(field, setting);
    }
    return this;
  }

  /** The fixed number, or the stored one of a computed setting. */
  static @Nullable Double inForce(NumberSetting setting, @Nullable Double stored) {
    return setting.constant() ? setting.value(Context.NOTHING) : stored;
  }

  /** The fixed duration in milliseconds, or the stored one of a computed setting. */
  static @Nullable Long inForce(DurationSetting setting, @Nullable Long storedMillis) {
    return setting.constant() ? setting.value(Context.NOTHING) : storedMillis;
  }

  SequencedMap<String, Setting> map() {
    return Collections.unmodifiableSequencedMap(byField);
  }
}
