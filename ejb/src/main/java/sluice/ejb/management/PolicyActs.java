package sluice.ejb.management;

/** What a management bean may do to a policy; each act is audited. */
interface PolicyActs {
  /** Pauses the policy, or lets it go on. */
  void pause(String policy, boolean paused, String reason);

  /** Lets everything go that waits; how many jobs went. */
  int drain(String policy, String reason);
}
