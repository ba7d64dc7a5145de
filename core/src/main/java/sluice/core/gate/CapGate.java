package sluice.core.gate;

import java.time.Instant;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.NumberSetting;
import sluice.core.expression.Setting;

/**
 * At most {@code max} jobs in flight: {@code room = floor(max) − in flight}, never below 0. A full
 * partition is asked again when a slot is released, there is no time to wait for.
 */
sealed interface CapGate extends SlotGate permits Concurrency, GlobalCap {

  /** ≥ 0; a fraction counts as nothing. */
  NumberSetting max();

  @Override
  default SequencedMap<String, Setting> settings() {
    return new Settings().with("max", max()).map();
  }

  @Override
  default boolean dynamic() {
    return !max().constant();
  }

  @Override
  default Limits limits(Context context) {
    return Limits.max(max().value(context));
  }

  @Override
  default Limits inForce(@Nullable Limits stored) {
    return Limits.max(Settings.inForce(max(), stored == null ? null : stored.max()));
  }

  @Override
  default Verdict ask(PartitionState state, Limits limits, Instant now) {
    Verdict closed = state.closed(now);
    if (closed != null) {
      return closed;
    }
    Double cap = limits.max();
    return cap == null
        ? Verdict.misconfigured(null)
        : Verdict.ofSlots(cap > 0 ? cap : 0, state.used(), reason());
  }
}
