package sluice.standalone.demo;

/** Jobs for tests. */
final class Jobs {

  private Jobs() {}

  static TraceJob job(int row, long submitSeconds, String user, String clusterQueue) {
    return new TraceJob(row, submitSeconds, user, clusterQueue, new TraceJob.Demand(1, 100));
  }

  static TraceJob running(long runSeconds) {
    return new TraceJob(1, 0, "u01", "q_1d", new TraceJob.Demand(1, runSeconds));
  }
}
