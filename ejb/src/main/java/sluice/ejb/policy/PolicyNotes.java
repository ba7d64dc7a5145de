package sluice.ejb.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import sluice.core.gate.GateRule;
import sluice.core.policy.Policy;

/** What a person should know about going from one version of a policy to the next. Stateless. */
final class PolicyNotes {
  private PolicyNotes() {}

  static List<String> of(Policy before, Policy after) {
    List<String> notes = new ArrayList<>();
    Set<String> gone = names(before);
    gone.removeAll(names(after));
    Set<String> fresh = names(after);
    fresh.removeAll(names(before));
    for (String gate : fresh) {
      notes.add("gate " + gate + " is new: it counts the jobs in flight, and a bucket starts full");
    }
    for (String gate : gone) {
      notes.add("gate " + gate + " is gone: its state is no longer asked");
    }
    if (!gone.isEmpty() && !fresh.isEmpty()) {
      notes.add(
          "if this was meant as a rename (%s to %s): a new name is a new gate"
              .formatted(String.join(", ", gone), String.join(", ", fresh)));
    }
    for (GateRule gate : after.gates()) {
      before.gate(gate.name()).ifPresent(old -> compare(old, gate, notes));
    }
    if (!before.fairness().equals(after.fairness())) {
      notes.add("fairness has changed: pending jobs move to their new shares");
    }
    if (!before.destination().equals(after.destination())) {
      notes.add("jobs admitted from now on go to " + after.destination());
    }
    if (!Objects.equals(before.dedupeKey(), after.dedupeKey())) {
      notes.add("dedupeKey has changed: it holds for jobs staged from now on");
    }
    return notes;
  }

  private static void compare(GateRule before, GateRule after, List<String> notes) {
    if (!before.type().equals(after.type())) {
      notes.add(
          "gate %s is a %s now and was a %s: jobs in flight still count"
              .formatted(after.name(), after.type(), before.type()));
    }
    if (!Objects.equals(before.key(), after.key())) {
      notes.add(
          "gate %s has another key: pending jobs and jobs in flight move to its new partitions, and new buckets start full"
              .formatted(after.name()));
    }
  }

  private static Set<String> names(Policy policy) {
    return policy.gates().stream()
        .map(GateRule::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
