package sluice.ejb.auditor;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import sluice.ejb.upkeep.Chore;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * Compares the figures of policies with their jobs and lanes, one policy a step. Figures of living
 * and dead jobs are mended under the policy's lock. What was accepted must be the sum over the
 * states (R3): a difference there is told and never mended, for it may be a lost job.
 */
final class FigureCheck implements Chore {
  private static final SqlStatement NEXT = SqlStatement.named("auditor/next_policy");
  private static final SqlStatement COMPARE = SqlStatement.named("auditor/compare_figures");
  private static final SqlStatement HOLD = SqlStatement.named("upkeep/hold_policy");
  private static final SqlStatement MEND = SqlStatement.named("auditor/mend_figures");

  private final Map<Integer, Long> missingBefore = new ConcurrentHashMap<>();

  private record Policy(int id, String name) {
    String subject() {
      return "policy:" + name;
    }
  }

  /** Figures that can be mended, and jobs missing. */
  private record Compared(List<Finding> figures, long missing) {}

  @Override
  public String name() {
    return "check-figures";
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(30);
  }

  @Override
  public Duration pause() {
    return Duration.ofSeconds(1);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    Optional<Policy> next =
        NEXT.on(connection)
            .set("after", cursor)
            .first(row -> new Policy(row.integer("id"), row.text("name")));
    if (next.isEmpty()) {
      return Step.last(0);
    }
    Policy policy = next.get();
    Compared before = compare(connection, policy);
    long found = before.figures().stream().mapToLong(Finding::size).sum();
    long mended = before.figures().isEmpty() ? 0 : mend(connection, policy);
    long missing =
        before.figures().isEmpty() ? before.missing() : compare(connection, policy).missing();
    Long told =
        missing == 0 ? missingBefore.remove(policy.id()) : missingBefore.put(policy.id(), missing);
    if (missing != 0 && (told == null || told != missing)) {
      new Finding(policy.subject(), "accepted-less-states", missing, 0).log(false);
    }
    return new Step(policy.id(), found + Math.abs(missing), mended, false);
  }

  /** Looks again under the lock; figures may have been folded meanwhile. */
  private static long mend(Connection connection, Policy policy) throws SQLException {
    if (HOLD.on(connection).set("policy", policy.id()).first(row -> true).isEmpty()) {
      return 0;
    }
    List<Finding> off = compare(connection, policy).figures();
    MEND.on(connection).set("policy", policy.id()).update();
    for (Finding finding : off) {
      finding.log(true).audit(connection);
    }
    return off.size();
  }

  private static Compared compare(Connection connection, Policy policy) throws SQLException {
    return COMPARE
        .on(connection)
        .set("policy", policy.id())
        .first(row -> {
          List<Finding> off = new ArrayList<>();
          add(off, policy, row, "lanes_pending");
          add(off, policy, row, "scheduled_jobs");
          add(off, policy, row, "in_flight_jobs");
          add(off, policy, row, "dead_jobs");
          return new Compared(off, row.bigint("missing"));
        })
        .orElse(new Compared(List.of(), 0));
  }

  private static void add(List<Finding> off, Policy policy, Row row, String counted)
      throws SQLException {
    String figure = counted.replaceFirst("^lanes_|_jobs$", "");
    Finding finding =
        new Finding(policy.subject(), figure, row.bigint(figure), row.bigint(counted));
    if (finding.size() != 0) {
      off.add(finding);
    }
  }
}
