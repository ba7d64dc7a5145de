package sluice.ejb.control;

/**
 * An order to let jobs go past the gates.
 *
 * @param policy name of the policy
 * @param action what the audit calls it
 * @param count most jobs
 * @param evenPaused also when the policy is paused
 */
record ForceOrder(String policy, String action, int count, boolean evenPaused) {}
