package sluice.core.admission;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.core.gate.GateRule;
import sluice.core.gate.PartitionState;
import sluice.core.policy.PolicyDocument;

/** Builds situations by hand. */
final class Scene {
  static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private final List<NamespaceView> namespaces = new ArrayList<>();
  private final List<ShareView> shares = new ArrayList<>();
  private final Map<Long, PartitionView> partitions = new HashMap<>();

  /** A gate as a policy document writes it. */
  static GateRule gate(String yaml) {
    return PolicyDocument.read("{policy: p, destination: w, gates: [" + yaml + "]}")
        .gates()
        .getFirst();
  }

  Scene partition(long id, GateRule gate, int inFlight) {
    PartitionState fresh = gate.fresh(gate.fixedLimits(), NOW);
    partitions.put(
        id, new PartitionView(gate, gate.fixedLimits(), fresh.withInFlightChangedBy(inFlight)));
    return this;
  }

  Scene share(long id, double weight, double virtualTime, LaneView... lanes) {
    shares.add(new ShareView(id, weight, virtualTime, List.of(lanes), false));
    return this;
  }

  /** The shares so far, since the last call, are a namespace's. */
  Scene namespace(long id, double virtualTime) {
    namespaces.add(new NamespaceView(id, virtualTime, List.copyOf(shares), false));
    shares.clear();
    return this;
  }

  static LaneView lane(long id, int pending, Long... partitions) {
    return new LaneView(id, 0, pending, List.of(partitions));
  }

  Situation situation(int budget) {
    return namespaces.isEmpty()
        ? new Situation(NOW, budget, 0, shares, partitions)
        : new Situation(NOW, budget, new FairOrder(0, namespaces), partitions);
  }

  Plan plan(int budget) {
    return AdmissionPlanner.plan(situation(budget));
  }
}
