package sluice.ejb.auditor;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import sluice.ejb.partition.Waking;
import sluice.ejb.upkeep.Chore;
import sluice.sql.SqlStatement;

/**
 * Compares {@code in_flight} of partitions with the jobs in flight whose lanes name them (R2).
 * Locks to mend: the partition, then its waiters.
 */
record SlotCheck() implements Chore {
  private static final SqlStatement END = SqlStatement.named("auditor/end_of_partitions");
  private static final SqlStatement COMPARE = SqlStatement.named("auditor/compare_slots");
  private static final SqlStatement LOCK = SqlStatement.named("auditor/lock_partition");
  private static final SqlStatement MEND = SqlStatement.named("auditor/mend_slots");
  private static final int STEP = 10_000;
  private static final int MOST_MENDED = 100;

  private record Off(long id, Finding finding) {}

  @Override
  public String name() {
    return "check-slots";
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
    Stretch stretch = Stretch.read(END.on(connection).set("after", cursor).set("limit", STEP));
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
                    new Finding(
                        "partition:%d/%s/%s"
                            .formatted(row.integer("policy_id"), row.text("gate"), row.text("key")),
                        "in_flight",
                        row.integer("in_flight"),
                        row.bigint("counted"))));
    long mended = 0;
    for (Off one : off.stream().limit(MOST_MENDED).toList()) {
      mended += mend(connection, one);
    }
    long found = off.stream().mapToLong(o -> o.finding().size()).sum();
    boolean over = stretch.looked() < STEP;
    return new Step(stretch.last(), found, mended, over);
  }

  private static int mend(Connection connection, Off off) throws SQLException {
    Optional<Integer> told =
        LOCK.on(connection).set("id", off.id()).first(row -> row.integer("in_flight"));
    if (told.isEmpty()) {
      return 0;
    }
    int counted = MEND.on(connection).set("id", off.id()).one(row -> row.integer("in_flight"));
    Finding finding =
        new Finding(off.finding().subject(), off.finding().counter(), told.get(), counted);
    if (finding.size() == 0) {
      return 0;
    }
    Waking.on(connection, off.id());
    finding.log(true).audit(connection);
    return 1;
  }
}
