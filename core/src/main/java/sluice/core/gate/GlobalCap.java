package sluice.core.gate;

import org.jspecify.annotations.Nullable;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;
import sluice.core.reason.Reason;

/**
 * At most {@code max} jobs of the whole policy in flight. The arithmetic of {@link Concurrency}
 * with a reason of its own.
 *
 * <p>Source: BEHAVIOUR.md C.4.
 *
 * @param name unique in the policy
 * @param max ≥ 0; a fraction counts as nothing
 */
public record GlobalCap(String name, NumberSetting max) implements CapGate {

  @Override
  public @Nullable Expression key() {
    return null;
  }

  @Override
  public String type() {
    return "globalCap";
  }

  @Override
  public Reason reason() {
    return Reason.GLOBAL_CAP;
  }
}
