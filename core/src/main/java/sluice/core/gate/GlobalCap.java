package sluice.core.gate;

import java.time.Instant;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;
import sluice.core.expression.Setting;
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
public record GlobalCap(String name, NumberSetting max) implements GateRule {

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

  @Override
  public SequencedMap<String, Setting> settings() {
    return new Settings().with("max", max).map();
  }

  @Override
  public boolean dynamic() {
    return !max.constant();
  }

  @Override
  public Limits limits(Context context) {
    return Limits.max(max.value(context));
  }

  @Override
  public Limits inForce(@Nullable Limits stored) {
    return Limits.max(Settings.inForce(max, stored == null ? null : stored.max()));
  }

  @Override
  public Limits overridden(Limits limits, double limit) {
    return Limits.max(limit);
  }

  @Override
  public PartitionState fresh(Limits limits, Instant now) {
    return PartitionState.EMPTY;
  }

  @Override
  public Verdict ask(PartitionState state, Limits limits, Instant now) {
    return Concurrency.askSlots(state, limits, now, Reason.GLOBAL_CAP);
  }

  @Override
  public PartitionState charge(PartitionState state, Limits limits, int admitted, Instant now) {
    return admitted <= 0 ? state : state.withInFlightChangedBy(admitted);
  }
}
