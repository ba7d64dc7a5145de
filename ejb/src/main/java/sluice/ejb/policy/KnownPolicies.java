package sluice.ejb.policy;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Policies in force at one moment, by name and by number. Immutable. */
final class KnownPolicies {
  static final KnownPolicies NONE = new KnownPolicies(List.of());

  private final Map<String, ActivePolicy> byName = new TreeMap<>();
  private final Map<Integer, ActivePolicy> byId = new HashMap<>();

  KnownPolicies(Collection<ActivePolicy> policies) {
    for (ActivePolicy policy : policies) {
      byName.put(policy.name(), policy);
      byId.put(policy.id(), policy);
    }
  }

  boolean hasName(String name) {
    return byName.containsKey(name);
  }

  boolean hasId(int id) {
    return byId.containsKey(id);
  }

  Optional<ActivePolicy> byName(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<ActivePolicy> byId(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The version known; 0 for a policy that is not. */
  int versionOf(int id) {
    return byId(id).map(ActivePolicy::version).orElse(0);
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }
}
