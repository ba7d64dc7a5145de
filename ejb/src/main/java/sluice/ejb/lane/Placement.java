package sluice.ejb.lane;

import sluice.core.policy.Route;
import sluice.ejb.policy.ActivePolicy;

/**
 * Where a job belongs.
 *
 * @param position its place among the jobs asked about
 * @param policy the policy in force
 * @param namespace its tenant
 * @param route keys and limits read from the job
 */
public record Placement(int position, ActivePolicy policy, String namespace, Route route) {
  /** The policy's id. */
  public int policyId() {
    return policy.id();
  }
}
