package sluice.standalone.demo;

import java.util.Map;
import java.util.function.LongSupplier;
import sluice.client.JobOptions;
import sluice.client.NewJob;

/**
 * Makes the intake message of a job of the trace: user → namespace, processors → priority, run time
 * → how long the worker holds it.
 *
 * <p>The cluster's queue is the property {@code clusterQueue}: the name {@code queue} is built in,
 * where it means the queue that a job came in by.
 *
 * @param run tells this run of the demo from earlier ones whose jobs may still be waiting
 * @param schedule gives the run time
 * @param clock milliseconds since the epoch, for the property {@code submittedAt}
 */
record Submissions(String run, Schedule schedule, LongSupplier clock) {

  static final String USER = "user";
  static final String CLUSTER_QUEUE = "clusterQueue";
  static final String PLAN = "plan";
  static final String CPUS = "cpus";
  static final String RUN_MS = "runMs";
  static final String ROW = "row";
  static final String ROUND = "round";
  static final String SUBMITTED_AT = "submittedAt";

  /** The job of a row in a round; its key is the same whenever it is made. */
  NewJob job(TraceJob job, int round) {
    JobOptions options =
        JobOptions.forPolicy(DemoPolicy.of(job).policyName())
            .namespace(job.user())
            .jobKey("%s/%d/%d".formatted(run, round, job.row()))
            .priority(job.priority())
            .properties(context(job))
            .property(ROUND, round)
            .property(SUBMITTED_AT, clock.getAsLong());
    return NewJob.ofText(
        "%s asks for %d processors in %s"
            .formatted(job.user(), job.demand().cpus(), job.clusterQueue()),
        options);
  }

  /** What policies read. */
  Map<String, Object> context(TraceJob job) {
    return Map.of(
        USER, job.user(),
        CLUSTER_QUEUE, job.clusterQueue(),
        PLAN, job.plan(),
        CPUS, job.demand().cpus(),
        RUN_MS, schedule.hold(job).toMillis(),
        ROW, job.row());
  }
}
