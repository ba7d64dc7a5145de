package sluice.ejb.control;

import java.util.Optional;
import sluice.core.gate.GateRule;
import sluice.core.gate.Quota;
import sluice.core.policy.Policy;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.policy.PolicySource;

/**
 * Whose rule a partition follows: its policy's, or the platform's quota of namespaces.
 *
 * @param policies the policies in force
 * @param quota the gate of namespaces
 */
record Gates(PolicySource policies, Quota quota) {
  /** Empty for a gate that the policy has no more. */
  Optional<GateRule> of(PartitionRow row, Policy policy) {
    return row.isQuota() ? Optional.of(quota) : policy.gate(row.gate());
  }
}
