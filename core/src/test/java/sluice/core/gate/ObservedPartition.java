package sluice.core.gate;

import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.atLeastOne;
import static sluice.core.gate.Gates.duration;

import org.jspecify.annotations.Nullable;

/**
 * A self-tuning partition that is observed again and again: in windows of their own and at full use
 * unless told otherwise.
 */
final class ObservedPartition {

  final AdaptiveConcurrency rule;
  final Limits limits;
  PartitionState state;
  int inFlight = Integer.MAX_VALUE / 2;
  double seconds;

  /** Long enough for a window of its own. */
  double step = 10;

  ObservedPartition(AdaptiveConcurrency rule, int cap, double ewma) {
    this.rule = rule;
    this.limits = rule.fixedLimits();
    this.state =
        PartitionState.EMPTY.withAdaptation(new Adaptation(cap, ewma, 5, RecentOutcomes.NONE));
  }

  int observe(long lag, boolean failed) {
    seconds += step;
    PartitionState used = new PartitionState(inFlight, 0, null, null, state.adaptation());
    state = rule.observe(used, limits, new Observation(lag, failed, at(seconds)));
    return cap();
  }

  int success(long lag) {
    return observe(lag, false);
  }

  int failure() {
    return observe(0, true);
  }

  int cap() {
    return state.adaptation().currentMax();
  }

  double ewma() {
    return state.adaptation().ewmaLagMillis();
  }

  Verdict ask(int used) {
    return rule.ask(state.withInFlightChangedBy(used - state.inFlight()), limits, at(seconds));
  }

  static AdaptiveConcurrency rule(
      Object initial, long targetMillis, Object min, @Nullable Object max) {
    return new AdaptiveConcurrency(
        "a",
        null,
        new AdaptiveSettings(
            atLeastOne(initial),
            duration("PT" + targetMillis / 1000.0 + "S"),
            atLeastOne(min),
            max == null ? null : atLeastOne(max)),
        Feedback.DEFAULT);
  }
}
