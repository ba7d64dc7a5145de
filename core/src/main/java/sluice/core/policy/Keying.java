package sluice.core.policy;

import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Expression;
import sluice.core.expression.Setting;
import sluice.core.gate.GateRule;

/** Writes down what a job's lane and limits are computed by. No state, thread-safe. */
final class Keying {
  private Keying() {}

  static String of(Policy policy) {
    StringBuilder text = new StringBuilder("share");
    append(text, "key", policy.fairness().key());
    append(text, "weight", policy.fairness().weight());
    policy.gates().stream()
        .sorted(Comparator.comparing(GateRule::name))
        .forEach(gate -> gate(text, gate));
    return text.toString();
  }

  private static void gate(StringBuilder text, GateRule gate) {
    text.append("\ngate ").append(gate.name());
    Expression key = gate.key();
    if (key != null) {
      append(text, "key", key);
    }
    if (gate.dynamic()) {
      text.append(' ').append(gate.type());
      for (Map.Entry<String, Setting> setting : gate.settings().entrySet()) {
        append(text, setting.getKey(), setting.getValue());
      }
    }
  }

  private static void append(StringBuilder text, String field, @Nullable Object value) {
    // With its length, so that no source can read like the beginning of the next field.
    String source =
        value instanceof Setting setting && setting.constant() ? "" : String.valueOf(value);
    text.append(' ').append(field).append('=').append(source.length()).append(':').append(source);
  }
}
