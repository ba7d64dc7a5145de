package sluice.standalone.demo;

import java.time.Duration;

/**
 * When a job of the trace is submitted and how long a worker holds it, with time divided by the
 * speed. A pure function.
 *
 * @param speed how many times faster than the cluster; the run time of a job is kept within {@link
 *     #SHORTEST} and {@link #LONGEST} all the same, because a job of weeks would hold a worker for
 *     minutes and one of seconds for no time at all
 */
record Schedule(double speed) {

  static final Duration SHORTEST = Duration.ofMillis(20);
  static final Duration LONGEST = Duration.ofSeconds(2);

  private static final double NANOS_PER_SECOND = 1e9;

  Schedule {
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new IllegalArgumentException("speed " + speed + ": allowed is any number above 0");
    }
  }

  /** Since the begin of the round. */
  Duration submission(TraceJob job) {
    return divided(job.submitSeconds());
  }

  /** How long a worker holds the job. */
  Duration hold(TraceJob job) {
    Duration run = divided(job.demand().runSeconds());
    if (run.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return run.compareTo(LONGEST) > 0 ? LONGEST : run;
  }

  private Duration divided(long seconds) {
    return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND / speed));
  }
}
