package sluice.ejb.policy;

import jakarta.ejb.ApplicationException;

/** A policy is not deleted while jobs of it are alive. */
@ApplicationException(rollback = true)
public final class JobsAlive extends RuntimeException {
  private final AliveJobs jobs;

  /** With how many are where. */
  public JobsAlive(String name, AliveJobs jobs) {
    super(
        "policy '%s' has living jobs: %d pending, %d scheduled, %d in flight; wait for them or cancel them"
            .formatted(name, jobs.pending(), jobs.scheduled(), jobs.inFlight()));
    this.jobs = jobs;
  }

  /** How many are where. */
  public AliveJobs jobs() {
    return jobs;
  }
}
