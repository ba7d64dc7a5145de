package sluice.acceptance.chaos;

import java.time.Duration;
import java.util.List;

/** How a campaign went. */
record Outcome(
    Chaos.Plan plan, Duration length, List<Round> rounds, Counts counts, Verdict verdict) {
  /**
   * One fault.
   *
   * @param millis how long it was there
   * @param backMillis from its end to the first job that began after it
   * @param begun attempts that began from its begin until work was under way again
   */
  record Round(Fault fault, long millis, long backMillis, int begun) {}

  /**
   * Counts.
   *
   * @param accepted jobs that the broker took
   * @param unknown jobs of sends of which nobody can tell
   * @param grants admissions, begun or not, by the batches
   * @param looks how often all partitions were compared with their limits in the database
   */
  record Counts(int accepted, int unknown, long grants, int looks) {}
}
