package sluice.ejb.policy;

import sluice.core.policy.Policy;

/**
 * A policy in force, as the hot path sees it. Immutable.
 *
 * @param id row of {@code policy}
 * @param version version in force
 * @param keyingVersion version at which the assignment of jobs to lanes last changed
 * @param paused nothing is admitted
 * @param policy the rules
 */
public record ActivePolicy(int id, int version, int keyingVersion, boolean paused, Policy policy) {

  /** Its name. */
  public String name() {
    return policy.name();
  }
}
