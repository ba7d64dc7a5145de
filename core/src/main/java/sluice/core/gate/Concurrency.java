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
 * At most {@code max} jobs of a partition in flight: {@code room = floor(max) − in flight}, never
 * below 0. A full partition is asked again when a slot is released, there is no time to wait for.
 *
 * <p>Source: BEHAVIOUR.md C.3.
 *
 * @param name unique in the policy
 * @param key what tells partitions apart; null: one for the policy
 * @param max ≥ 0; a fraction counts as nothing
 */
public record Concurrency(String name, @Nullable Expression key, NumberSetting max)
    implements GateRule {

  @Override
  public String type() {
    return "concurrency";
  }

  @Override
  public Reason reason() {
    return Reason.CONCURRENCY;
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
    return askSlots(state, limits, now, Reason.CONCURRENCY);
  }

  @Override
  public PartitionState charge(PartitionState state, Limits limits, int admitted, Instant now) {
    return admitted <= 0 ? state : state.withInFlightChangedBy(admitted);
  }

  static Verdict askSlots(PartitionState state, Limits limits, Instant now, Reason reason) {
    Verdict closed = state.closed(now);
    if (closed != null) {
      return closed;
    }
    Double cap = limits.max();
    return cap == null
        ? Verdict.misconfigured(null)
        : Verdict.ofSlots(cap > 0 ? cap : 0, state.used(), reason);
  }
}
