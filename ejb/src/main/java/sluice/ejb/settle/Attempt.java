package sluice.ejb.settle;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import sluice.sql.Row;

/**
 * An attempt in flight, its job's row locked.
 *
 * @param ref which attempt
 * @param policyId the policy
 * @param failures attempts used up before
 * @param times when it was admitted, and the clock now
 * @param laneId its lane, which says whose slots it holds
 */
record Attempt(AttemptRef ref, int policyId, int failures, Times times, long laneId) {
  private static final Duration CLOCKS_DIFFER_BY = Duration.ofHours(1);

  /** By the database's clock. */
  record Times(Instant admittedAt, Instant now) {}

  static Attempt read(Row row) throws SQLException {
    return new Attempt(
        new AttemptRef(row.bigint("id"), row.integer("attempt")),
        row.integer("policy_id"),
        row.integer("failures"),
        new Times(row.instant("admitted_at"), row.instant("now")),
        row.bigint("lane_id"));
  }

  /**
   * Queue lag, admitted to started, in milliseconds. Below zero is read as 0, and a start that lies
   * more than {@link #CLOCKS_DIFFER_BY} ahead as now: no clock is that wrong, and a gate must not
   * learn from it.
   */
  long lagMillis(Instant startedAt) {
    boolean absurd = startedAt.isAfter(times.now().plus(CLOCKS_DIFFER_BY));
    Instant started = absurd ? times.now() : startedAt;
    return Math.max(0, Duration.between(times.admittedAt(), started).toMillis());
  }
}
