package sluice.ejb.lane;

import java.util.List;
import sluice.core.policy.PartitionKey;

/**
 * What makes a lane: policy and keying, namespace and fairness key, one key a gate.
 *
 * @param partitions keys in gate order
 */
public record LaneKey(
    int policyId, int keyingVersion, String namespace, String shareKey, List<String> partitions) {
  /** The key of a job's lane. */
  public static LaneKey of(Placement placement) {
    return new LaneKey(
        placement.policyId(),
        placement.policy().keyingVersion(),
        placement.namespace(),
        placement.route().shareKey(),
        placement.route().partitions().stream().map(PartitionKey::key).toList());
  }
}
