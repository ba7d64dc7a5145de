package sluice.ejb.observe;

import java.time.Duration;
import java.util.List;
import sluice.core.hint.Hint;
import sluice.core.hint.Hints;

/** Whether work waits, slots are free and nothing goes, by the rule of the hints. Stateless. */
public final class Standstill {
  private static final HintGathering.Measures NONE =
      new HintGathering.Measures(0, Duration.ZERO, 0, 0);

  private Standstill() {}

  /** Whether a policy stands still. */
  public static boolean of(Telemetry now, Telemetry.Policy policy) {
    boolean paused = policy.figures().head().paused();
    return Hints.of(new HintGathering(now, List.of(policy), List.of()).figures(paused, NONE))
        .stream()
        .anyMatch(hint -> hint.rule() == Hint.Rule.STALLED);
  }
}
