package sluice.ejb.policy;

/**
 * A policy was saved, paused, resumed or deleted. Fired as a CDI event in the transaction of the
 * change; observe it after success.
 *
 * @param policyId row of {@code policy}; gone when the policy was deleted
 */
public record PolicyChanged(int policyId) {}
