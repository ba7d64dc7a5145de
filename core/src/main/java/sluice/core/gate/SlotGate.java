package sluice.core.gate;

import java.time.Instant;

/** A gate whose only state is the slots in use. */
sealed interface SlotGate extends GateRule permits CapGate, Quota {

  @Override
  default Limits overridden(Limits limits, double limit) {
    return Limits.max(limit);
  }

  @Override
  default PartitionState fresh(Limits limits, Instant now) {
    return PartitionState.EMPTY;
  }

  @Override
  default PartitionState charge(PartitionState state, Limits limits, int admitted, Instant now) {
    return admitted <= 0 ? state : state.withInFlightChangedBy(admitted);
  }
}
