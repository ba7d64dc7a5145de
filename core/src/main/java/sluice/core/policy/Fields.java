package sluice.core.policy;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Bounds;
import sluice.core.expression.Context;
import sluice.core.expression.DurationSetting;
import sluice.core.expression.EvaluationFailed;
import sluice.core.expression.Expression;
import sluice.core.expression.InvalidExpression;
import sluice.core.expression.NumberSetting;
import sluice.core.expression.Shown;

/**
 * The fields of one mapping of a document. A value that is not as it should be becomes a fault and
 * reads as null, so that reading goes on and finds the next one. Used by one thread.
 */
final class Fields {
  private final Map<?, ?> values;
  private final String path;
  private final Faults faults;

  Fields(Map<?, ?> values, String path, Faults faults) {
    this.values = values;
    this.path = path;
    this.faults = faults;
  }

  boolean has(String field) {
    return values.containsKey(field);
  }

  @Nullable Object raw(String field) {
    return values.get(field);
  }

  /** Reports what is not among these names. */
  void allowOnly(List<String> names) {
    for (Object name : values.keySet()) {
      if (!(name instanceof String text && names.contains(text))) {
        String shown = Shown.shortened(String.valueOf(name));
        String close = Spelling.closest(shown, names);
        faults.add(
            at(shown),
            shown(values.get(name)),
            "there is no such field; "
                + (close == null ? "" : "did you mean " + close + "? ")
                + "The fields here are "
                + String.join(", ", names));
      }
    }
  }

  /**
   * A text that matches; null and a fault when it does not. A field that is not there is a fault
   * too.
   */
  @Nullable String text(String field, String pattern, String allowed) {
    if (missing(field, allowed)) {
      return null;
    }
    Object value = raw(field);
    if (value instanceof String text && text.length() <= 300 && text.matches(pattern)) {
      return text;
    }
    refuse(field, allowed);
    return null;
  }

  @Nullable Expression template(String field) {
    if (!has(field)) {
      return null;
    }
    String allowed = "a text with expressions, like \"${accountId}\"";
    if (!(raw(field) instanceof String text)) {
      refuse(field, allowed);
      return null;
    }
    try {
      Expression expression = Expression.compile(text);
      if (expression.constant()) {
        String key = String.valueOf(expression.text(Context.NOTHING));
        if (key.isEmpty()) {
          refuse(field, "a text that is not empty, like \"${accountId}\"; or leave the field out");
          return null;
        }
        KeyText.checked("", key);
      }
      return expression;
    } catch (InvalidExpression | EvaluationFailed | UnroutableJob e) {
      refuse(field, String.valueOf(e.getMessage()).strip());
      return null;
    }
  }

  @Nullable NumberSetting number(String field, Bounds bounds) {
    String allowed = bounds.allowed() + ", or an expression like \"${" + field + "}\"";
    if (missing(field, allowed)) {
      return null;
    }
    Object value = raw(field);
    try {
      if (value instanceof Number number && bounds.accept(number.doubleValue())) {
        return NumberSetting.literal(number.doubleValue(), bounds);
      }
      if (value instanceof String text && Expression.isIn(text)) {
        return NumberSetting.computed(Expression.compile(text), bounds);
      }
      refuse(field, allowed);
    } catch (InvalidExpression e) {
      refuse(field, String.valueOf(e.getMessage()));
    }
    return null;
  }

  /** A number that can't be computed per job. */
  double fixed(String field, double absent, Bounds bounds) {
    if (!has(field)) {
      return absent;
    }
    if (raw(field) instanceof Number number && bounds.accept(number.doubleValue())) {
      return number.doubleValue();
    }
    refuse(field, bounds.allowed());
    return absent;
  }

  @Nullable DurationSetting duration(String field) {
    String allowed = DurationSetting.ALLOWED + ", or an expression like \"${" + field + "}\"";
    if (missing(field, allowed)) {
      return null;
    }
    Object value = raw(field);
    try {
      if (value instanceof String text) {
        return Expression.isIn(text)
            ? DurationSetting.computed(Expression.compile(text))
            : DurationSetting.literal(text);
      }
      refuse(field, allowed);
    } catch (InvalidExpression e) {
      refuse(field, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      refuse(field, allowed);
    }
    return null;
  }

  /** A duration that can't be computed per job, within these ends. */
  Duration fixed(String field, Duration absent, Duration min, Duration max) {
    if (!has(field)) {
      return absent;
    }
    String allowed = "an ISO-8601 duration from " + min + " to " + days(max) + ", like " + absent;
    if (raw(field) instanceof String text && text.length() <= 40) {
      try {
        Duration duration = Duration.parse(text);
        if (duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0) {
          return duration;
        }
      } catch (DateTimeParseException | ArithmeticException e) {
        // Refused below, with what is allowed: the exception says less.
      }
    }
    refuse(field, allowed);
    return absent;
  }

  /**
   * The mapping in a field; null when absent or empty, and with a fault when it is something else.
   */
  @Nullable Fields section(String field) {
    Object value = raw(field);
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      return new Fields(map, at(field), faults);
    }
    refuse(field, "a mapping of fields to values");
    return null;
  }

  void refuse(String field, String allowed) {
    refuse(field, shown(raw(field)), allowed);
  }

  void refuse(String field, String shown, String allowed) {
    faults.add(at(field), shown, allowed);
  }

  /** A value as a fault shows it. */
  static String shown(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> m -> "a mapping";
      case List<?> l -> "a list";
      case null, default -> Shown.of(value);
    };
  }

  String at(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  private boolean missing(String field, String allowed) {
    if (has(field)) {
      return false;
    }
    faults.add(at(field), "", "missing; " + allowed);
    return true;
  }

  private static String days(Duration duration) {
    return "P" + duration.toDays() + "D";
  }
}
