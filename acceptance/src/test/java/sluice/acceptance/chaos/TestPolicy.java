package sluice.acceptance.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * A policy under load, and its limits as the judge counts them.
 *
 * @param keys how many different keys its jobs have
 * @param perKey most in flight of a key; 0 = no such gate
 * @param together most in flight of the policy; 0 = no such gate
 */
record TestPolicy(String name, int keys, int perKey, int together, List<Throttle> throttles) {
  /** The lease of every policy, so that one number says what a lost attempt is. */
  static final int LEASE_SECONDS = 8;

  /** Most in flight of namespace n0, n1 and so on, over all policies. */
  static final List<Integer> CEILINGS = List.of(24, 16, 12, 4);

  /**
   * A throttle.
   *
   * @param name the gate's
   * @param perKey one bucket a key, or one for the policy
   */
  record Throttle(String name, boolean perKey, double perSecond, int burst) {}

  /** The policies of a campaign: every kind of gate, alone and together. */
  static List<TestPolicy> all() {
    return List.of(
        new TestPolicy("chaos-caps", 12, 3, 16, List.of()),
        new TestPolicy(
            "chaos-rates",
            8,
            0,
            0,
            List.of(
                new Throttle("rate", true, 14, 20), new Throttle("rate-together", false, 80, 90))),
        new TestPolicy("chaos-self", 6, 4, 0, List.of()),
        new TestPolicy("chaos-both", 8, 2, 12, List.of(new Throttle("both-rate", true, 25, 30))));
  }

  String queue() {
    return "work." + name;
  }

  private boolean isSelfTuning() {
    return name.equals("chaos-self");
  }

  /** Name of the gate with a limit per key; unique in the deployment. */
  String keyGate() {
    return name + "-key";
  }

  /** Name of the gate with a limit for the whole policy. */
  String togetherGate() {
    return name + "-together";
  }

  String document() {
    List<String> gates = new ArrayList<>();
    for (Throttle throttle : throttles) {
      gates.add(
          "{name: %s, type: throttle,%s rate: %s, period: PT1S, burst: %d}"
              .formatted(
                  throttle.name(),
                  throttle.perKey() ? " key: '${key}'," : "",
                  throttle.perSecond(),
                  throttle.burst()));
    }
    if (isSelfTuning()) {
      gates.add(
          "{name: %s, type: adaptiveConcurrency, key: '${key}', initialMax: 2, targetLag: PT0.5S, min: 1, max: %d}"
              .formatted(keyGate(), perKey));
    } else if (perKey > 0) {
      gates.add(
          "{name: %s, type: concurrency, key: '${key}', max: %d}".formatted(keyGate(), perKey));
    }
    if (together > 0) {
      gates.add("{name: %s, type: globalCap, max: %d}".formatted(togetherGate(), together));
    }
    return """
    policy: %s
    destination: %s
    lease: PT%dS
    retry: {maxAttempts: 100, backoff: PT0.2S, maxBackoff: PT1S}
    gates:
      - %s
    """
        .formatted(name, queue(), LEASE_SECONDS, String.join("\n  - ", gates));
  }
}
