package sluice.core.policy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Bounds;
import sluice.core.expression.Context;
import sluice.core.expression.DurationSetting;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;
import sluice.core.expression.Setting;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.AdaptiveSettings;
import sluice.core.gate.Concurrency;
import sluice.core.gate.Feedback;
import sluice.core.gate.GateRule;
import sluice.core.gate.GlobalCap;
import sluice.core.gate.Ranges;
import sluice.core.gate.Throttle;

/** One gate of a document. Used once, by one thread. */
final class GateReader {
  private static final Map<String, List<String>> FIELDS =
      Map.of(
          "throttle", List.of("name", "type", "key", "rate", "period", "burst"),
          "concurrency", List.of("name", "type", "key", "max"),
          "globalCap", List.of("name", "type", "max"),
          "adaptiveConcurrency",
              List.of(
                  "name",
                  "type",
                  "key",
                  "initialMax",
                  "targetLag",
                  "min",
                  "max",
                  "ewmaAlpha",
                  "failureDecreaseFactor",
                  "overloadDecreaseFactor"));
  private static final List<String> TYPES =
      List.of("throttle", "concurrency", "globalCap", "adaptiveConcurrency");
  private static final Bounds ALPHA =
      new Bounds(Double.MIN_VALUE, 1, "a number above 0 and at most 1");
  private static final Bounds DECREASE =
      new Bounds(Double.MIN_VALUE, Math.nextDown(1.0), "a number above 0 and below 1");

  private final Fields fields;
  private final Faults faults;
  private @Nullable String name;

  GateReader(Fields fields, Faults faults) {
    this.fields = fields;
    this.faults = faults;
  }

  @Nullable String name() {
    return name;
  }

  void refuseName(String allowed) {
    fields.refuse("name", allowed);
  }

  /** The gate; null when it has a fault. */
  @Nullable GateRule read() {
    int before = faults.count();
    name = fields.text("name", PolicyReader.NAME, PolicyReader.NAME_ALLOWED);
    String type = type();
    if (type == null) {
      return null;
    }
    fields.allowOnly(FIELDS.getOrDefault(type, List.of()));
    GateRule gate =
        switch (type) {
          case "throttle" -> throttle();
          case "concurrency" -> concurrency();
          case "globalCap" -> globalCap();
          default -> adaptive();
        };
    return faults.count() == before ? gate : null;
  }

  private @Nullable String type() {
    String allowed = "one of " + String.join(", ", TYPES);
    String type = fields.text("type", ".*", allowed);
    if (type == null || TYPES.contains(type)) {
      return type;
    }
    String close = Spelling.closest(type, TYPES);
    fields.refuse("type", (close == null ? "" : "did you mean " + close + "? ") + allowed);
    return null;
  }

  private @Nullable GateRule throttle() {
    Expression key = fields.template("key");
    NumberSetting rate = fields.number("rate", Ranges.LIMIT);
    DurationSetting period = fields.duration("period");
    NumberSetting burst = fields.has("burst") ? fields.number("burst", Ranges.AT_LEAST_ONE) : null;
    return name == null || rate == null || period == null
        ? null
        : new Throttle(name, key, rate, period, burst);
  }

  private @Nullable GateRule concurrency() {
    Expression key = fields.template("key");
    NumberSetting max = fields.number("max", Ranges.LIMIT);
    return name == null || max == null ? null : new Concurrency(name, key, max);
  }

  private @Nullable GateRule globalCap() {
    NumberSetting max = fields.number("max", Ranges.LIMIT);
    return name == null || max == null ? null : new GlobalCap(name, max);
  }

  private @Nullable GateRule adaptive() {
    Expression key = fields.template("key");
    NumberSetting initial = fields.number("initialMax", Ranges.AT_LEAST_ONE);
    DurationSetting target = fields.duration("targetLag");
    NumberSetting min =
        fields.has("min")
            ? fields.number("min", Ranges.AT_LEAST_ONE)
            : NumberSetting.literal(1, Ranges.AT_LEAST_ONE);
    NumberSetting max = fields.has("max") ? fields.number("max", Ranges.AT_LEAST_ONE) : null;
    Feedback standard = Feedback.DEFAULT;
    Feedback feedback =
        new Feedback(
            fields.fixed("ewmaAlpha", standard.ewmaAlpha(), ALPHA),
            fields.fixed("failureDecreaseFactor", standard.failureDecreaseFactor(), DECREASE),
            fields.fixed("overloadDecreaseFactor", standard.overloadDecreaseFactor(), DECREASE));
    checkOrder("initialMax", initial, "min", min);
    checkOrder("max", max, "min", min);
    checkOrder("max", max, "initialMax", initial);
    return name == null || initial == null || target == null || min == null
        ? null
        : new AdaptiveConcurrency(
            name, key, new AdaptiveSettings(initial, target, min, max), feedback);
  }

  /**
   * Two fixed numbers of which the first may not be the smaller one; computed ones are compared for
   * each job.
   */
  private void checkOrder(
      String field, @Nullable Setting greater, String other, @Nullable Setting smaller) {
    Number most = fixed(greater);
    Number least = fixed(smaller);
    if (most != null && least != null && most.doubleValue() < least.doubleValue()) {
      fields.refuse(field, "at least " + other + " (" + smaller + ")");
    }
  }

  private static @Nullable Number fixed(@Nullable Setting setting) {
    return setting != null && setting.constant() ? setting.value(Context.NOTHING) : null;
  }
}
