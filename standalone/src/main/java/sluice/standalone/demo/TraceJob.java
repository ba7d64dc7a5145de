package sluice.standalone.demo;

/**
 * One row of the trace: a job that a person submitted to a cluster.
 *
 * @param row 1 for the first row under the heading
 * @param submitSeconds since the first submission
 * @param user who submitted it
 * @param clusterQueue the cluster's queue, named after the longest run time that it takes
 * @param demand what the job asked for and how long it ran
 */
record TraceJob(int row, long submitSeconds, String user, String clusterQueue, Demand demand) {

  /** Processors and run time. */
  record Demand(int cpus, long runSeconds) {}

  /** JMS priority: jobs that asked for more processors go first in their lane. */
  int priority() {
    int cpus = demand.cpus();
    return cpus >= 32 ? 7 : cpus >= 8 ? 6 : cpus >= 2 ? 5 : 4;
  }

  /** What the user pays for, which the trace does not tell: every fourth user is gold. */
  String plan() {
    return user.chars().sum() % 4 == 0 ? "gold" : "standard";
  }
}
