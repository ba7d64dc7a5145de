package sluice.core.gate;

import org.jspecify.annotations.Nullable;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;
import sluice.core.reason.Reason;

/**
 * At most {@code max} jobs of a partition in flight.
 *
 * <p>Source: BEHAVIOUR.md C.3.
 *
 * @param name unique in the policy
 * @param key what tells partitions apart; null: one for the policy
 * @param max ≥ 0; a fraction counts as nothing
 */
public record Concurrency(String name, @Nullable Expression key, NumberSetting max)
    implements CapGate {

  @Override
  public String type() {
    return "concurrency";
  }

  @Override
  public Reason reason() {
    return Reason.CONCURRENCY;
  }
}
