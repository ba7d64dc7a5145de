package sluice.core.policy;

import java.util.Map;
import java.util.OptionalDouble;
import sluice.core.expression.Bounds;
import sluice.core.expression.Context;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;

/**
 * How jobs of a policy share what there is. Immutable, thread-safe.
 *
 * @param key what tells the shares apart
 * @param weight a share gets in proportion to it; a job for which it is null counts as 1
 */
public record Fairness(Expression key, NumberSetting weight) {
  /** Bounded on both sides so that virtual time (cost / weight) stays exact. */
  static final Bounds WEIGHT =
      new Bounds(1e-6, 1e6, "a number above 0 (from 0.000001 to 1,000,000)");

  /** One share per namespace, all of weight 1. */
  public static Fairness byNamespace() {
    return new Fairness(Expression.compile("${namespace}"), NumberSetting.literal(1, WEIGHT));
  }

  /** The weight of all shares, if it is the same for all jobs. */
  public OptionalDouble fixedWeight() {
    if (!weight.constant()) {
      return OptionalDouble.empty();
    }
    Double fixed = weight.value(new Context(Map.of(), "", "", 0, ""));
    return OptionalDouble.of(fixed == null ? 1 : fixed);
  }
}
