package sluice.core.gate;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Bounds;
import sluice.core.expression.Context;
import sluice.core.expression.DurationSetting;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;

/** Gates and times for tests. */
final class Gates {
  static final Instant START = Instant.parse("2026-03-29T00:59:30Z");

  private Gates() {}

  static Instant at(double seconds) {
    return START.plusNanos(Math.round(seconds * 1e9));
  }

  static NumberSetting limit(Object value) {
    return setting(value, Ranges.LIMIT);
  }

  static NumberSetting atLeastOne(Object value) {
    return setting(value, Ranges.AT_LEAST_ONE);
  }

  private static NumberSetting setting(Object value, Bounds bounds) {
    return value instanceof Number number
        ? NumberSetting.literal(number.doubleValue(), bounds)
        : NumberSetting.computed(Expression.compile((String) value), bounds);
  }

  static DurationSetting duration(String value) {
    return Expression.isIn(value)
        ? DurationSetting.computed(Expression.compile(value))
        : DurationSetting.literal(value);
  }

  static Throttle throttle(Object rate, String period, @Nullable Object burst) {
    return new Throttle(
        "t", null, limit(rate), duration(period), burst == null ? null : atLeastOne(burst));
  }

  static Partition emptied(Throttle rule, double tokens) {
    Partition partition = new Partition(rule);
    partition.state = partition.state.withTokens(tokens, START);
    return partition;
  }

  static double tokens(Partition partition, double seconds) {
    return ((Throttle) partition.rule).tokens(partition.state, partition.limits, at(seconds));
  }

  static Context job(Map<String, Object> properties) {
    return new Context(properties, "default", "p", 4, "sluice.intake.p");
  }

  /** A partition that is asked and charged, tick by tick, with jobs without end. */
  static final class Partition {
    final GateRule rule;
    Limits limits;
    PartitionState state;

    Partition(GateRule rule) {
      this(rule, rule.fixedLimits(), START);
    }

    Partition(GateRule rule, Limits limits, Instant now) {
      this.rule = rule;
      this.limits = limits;
      this.state = rule.fresh(limits, now);
    }

    int tick(double seconds, int wanted) {
      int admitted = Math.min(rule.ask(state, limits, at(seconds)).room(), wanted);
      state = rule.charge(state, limits, admitted, at(seconds));
      return admitted;
    }

    Verdict ask(double seconds) {
      return rule.ask(state, limits, at(seconds));
    }
  }
}
