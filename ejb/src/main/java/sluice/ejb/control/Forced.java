package sluice.ejb.control;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;
import sluice.ejb.policy.AliveJobs;

/**
 * What an operator let past the gates.
 *
 * @param admitted how many jobs
 * @param paused whether the policy was paused
 * @param past partitions that hold more than they may, or gave more than they had
 * @param left what is still alive of the policy
 */
public record Forced(int admitted, boolean paused, List<Past> past, AliveJobs left) {
  /** Most partitions that an answer names; the rest is counted. */
  public static final int SHOWN = 50;

  /**
   * A partition that was gone past.
   *
   * @param gate its gate
   * @param key its key
   * @param reason why its gate would not have let all of them go
   * @param limit the limit in force: a rate, or jobs in flight; null when it has no value
   * @param inFlight jobs in flight now
   */
  public record Past(
      String gate, String key, Reason reason, @Nullable Double limit, int inFlight) {}

  /** Keeps the list. */
  public Forced {
    past = List.copyOf(past);
  }

  /** This and what came after it, as one. */
  Forced then(Forced later) {
    Map<List<String>, Past> byName = new LinkedHashMap<>();
    for (Past one : past) {
      byName.put(List.of(one.gate(), one.key()), one);
    }
    for (Past one : later.past) {
      byName.put(List.of(one.gate(), one.key()), one);
    }
    return new Forced(
        admitted + later.admitted,
        paused || later.paused,
        new ArrayList<>(byName.values()),
        later.left);
  }

  /** In a sentence, with what is left to do. */
  public String message() {
    StringBuilder text = new StringBuilder();
    text.append(admitted == 0 ? "nothing waits" : "%,d admitted".formatted(admitted));
    if (left.pending() > 0) {
      text.append("; %,d remain waiting".formatted(left.pending()));
    }
    if (left.scheduled() > 0) {
      text.append("; %,d scheduled for later".formatted(left.scheduled()));
    }
    if (!past.isEmpty()) {
      text.append("; past the limit of %,d partitions".formatted(past.size()));
    }
    return text.toString();
  }
}
