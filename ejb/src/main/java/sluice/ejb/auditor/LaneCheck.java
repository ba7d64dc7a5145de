package sluice.ejb.auditor;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.upkeep.Chore;
import sluice.sql.SqlStatement;

/**
 * Compares what lanes and arrivals say waits with the jobs that wait, and finds lanes with work
 * that nothing would wake. Mends by an arrival over the difference, which the policy's tick folds
 * like any other: so no lock is taken, and a lane that gets work is woken by the usual way.
 */
record LaneCheck() implements Chore {
  private static final SqlStatement END = SqlStatement.named("auditor/end_of_lanes");
  private static final SqlStatement COMPARE = SqlStatement.named("auditor/compare_lanes");
  private static final SqlStatement WAKE = SqlStatement.named("auditor/wake_forgotten");
  private static final int STEP = 2_000;
  private static final int MOST_JOBS = 50_000;
  private static final int MOST_MENDED = 500;

  private record Off(long id, int policy, Finding finding, boolean forgotten) {}

  @Override
  public String name() {
    return "check-lanes";
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(10);
  }

  @Override
  public Duration pause() {
    return Duration.ofSeconds(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    Stretch stretch =
        Stretch.read(
            END.on(connection).set("after", cursor).set("limit", STEP).set("jobs", MOST_JOBS));
    if (stretch.last() == null) {
      return Step.last(0);
    }
    List<Off> off =
        COMPARE
            .on(connection)
            .set("after", cursor)
            .set("last", stretch.last())
            .list(row ->
                new Off(
                    row.bigint("id"),
                    row.integer("policy_id"),
                    new Finding(
                        "lane:" + row.bigint("id"),
                        "pending",
                        row.bigint("told"),
                        row.bigint("counted")),
                    row.bool("forgotten")));
    long mended = 0;
    for (Off one : off.stream().limit(MOST_MENDED).toList()) {
      mend(connection, one);
      mended++;
    }
    long found = off.stream().mapToLong(o -> Math.max(o.finding().size(), 1)).sum();
    return new Step(stretch.last(), found, mended, false);
  }

  private static void mend(Connection connection, Off off) throws SQLException {
    int less = Math.toIntExact(off.finding().counted() - off.finding().told());
    Arrivals.change(connection, off.policy(), Map.of(off.id(), less), 0);
    if (off.forgotten()) {
      WAKE.on(connection).set("id", off.id()).update();
      new Finding(off.finding().subject(), "asleep", 1, 0).log(true).audit(connection);
    }
    if (less != 0) {
      off.finding().log(true).audit(connection);
    }
  }
}
