package sluice.ejb.control;

import sluice.core.expression.Shown;
import sluice.core.gate.GateRule;
import sluice.core.policy.KeyText;
import sluice.core.policy.UnroutableJob;

/**
 * Which partition somebody means. Immutable.
 *
 * @param policy name of the policy
 * @param gate name of the gate; {@code source} in the interface
 * @param key as it is stored and shown, {@code (none)} and {@code (all)} included
 */
public record PartitionName(String policy, String gate, String key) {
  /** Refuses a key that no job of this gate can have. */
  void checkAgainst(GateRule rule) {
    if (rule.policyWide() != key.equals(KeyText.ALL)) {
      String allowed =
          rule.policyWide()
              ? "'" + KeyText.ALL + "': gate " + gate + " has one partition for the whole policy"
              : "a key of gate " + gate + ", which splits the policy by key";
      throw new ControlRefused("key", Shown.of(key), allowed);
    }
    try {
      KeyText.checked("key", key);
    } catch (UnroutableJob e) {
      throw new ControlRefused(
          "key",
          Shown.of(key),
          "at most " + KeyText.MAX_CHARACTERS + " characters of well-formed text");
    }
  }

  /** What the audit calls it. */
  String subject() {
    return "partition:" + policy + "/" + gate + "/" + key;
  }
}
