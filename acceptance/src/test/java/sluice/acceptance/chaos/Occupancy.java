package sluice.acceptance.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sluice.acceptance.chaos.Attempt.Place;
import sluice.acceptance.chaos.Verdict.Peak;

/** How many attempts held slots at once, for each limit that counts what is in flight. */
final class Occupancy {
  private record Limit(String gate, String key, int most) {}

  private record Edge(long at, int change) {}

  private final Map<String, TestPolicy> policies = new HashMap<>();
  private final Map<Limit, List<Edge>> edges = new HashMap<>();

  Occupancy(List<TestPolicy> policies) {
    policies.forEach(policy -> this.policies.put(policy.name(), policy));
  }

  void add(Attempt attempt, long heldUntil) {
    if (heldUntil > attempt.began()) {
      for (Limit limit : limits(attempt.ticket().place())) {
        List<Edge> ofLimit = edges.computeIfAbsent(limit, l -> new ArrayList<>());
        ofLimit.add(new Edge(attempt.began(), 1));
        ofLimit.add(new Edge(heldUntil, -1));
      }
    }
  }

  private List<Limit> limits(Place place) {
    TestPolicy policy = policies.get(place.policy());
    List<Limit> limits = new ArrayList<>();
    if (policy.perKey() > 0) {
      limits.add(new Limit(policy.keyGate(), place.key(), policy.perKey()));
    }
    if (policy.together() > 0) {
      limits.add(new Limit(policy.togetherGate(), "(all)", policy.together()));
    }
    int ceiling = TestPolicy.CEILINGS.get(Integer.parseInt(place.namespace().substring(1)));
    limits.add(new Limit("quota " + place.namespace(), place.namespace(), ceiling));
    return limits;
  }

  /** The highest peak of each gate; what is over its limit is told as well. */
  List<Peak> peaks(List<String> violations) {
    Map<String, Peak> highest = new TreeMap<>();
    edges.forEach((limit, list) -> {
      int most = most(list);
      if (most > limit.most()) {
        violations.add(
            "over the limit: %d at once of %s %s, allowed %d"
                .formatted(most, limit.gate(), limit.key(), limit.most()));
      }
      Peak peak = new Peak(limit.gate(), most, limit.most());
      highest.merge(limit.gate(), peak, (a, b) -> a.most() >= b.most() ? a : b);
    });
    return List.copyOf(highest.values());
  }

  private static int most(List<Edge> edges) {
    List<Edge> sorted = new ArrayList<>(edges);
    sorted.sort((a, b) ->
        a.at() == b.at() ? Integer.compare(a.change(), b.change()) : Long.compare(a.at(), b.at()));
    int now = 0;
    int most = 0;
    for (Edge edge : sorted) {
      now += edge.change();
      most = Math.max(most, now);
    }
    return most;
  }
}
