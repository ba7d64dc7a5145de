package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.Throttle;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.policy.PolicySource;
import sluice.sql.SqlStatement;

/**
 * Collects marked partitions that hold nothing worth knowing: no slot, no lane, no waiter, no word
 * of an operator, a full bucket, nothing learned within a day. A partition that still knows
 * something stays marked and is looked at again.
 */
final class CollectPartitions implements Collect.Work {
  private static final SqlStatement MARKED = SqlStatement.named("upkeep/marked_partitions");
  private static final SqlStatement COLLECT = SqlStatement.named("upkeep/collect_partitions");
  private static final int STEP = 2_000;
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final PolicySource policies;

  CollectPartitions(PolicySource policies) {
    this.policies = policies;
  }

  private record Marked(PartitionRow row, boolean kept, Instant now) {}

  @Override
  public long in(Connection connection, int policy) throws SQLException {
    List<Marked> marked =
        MARKED
            .on(connection)
            .set("policy", policy)
            .set("limit", STEP)
            .list(row -> new Marked(PartitionRow.read(row), row.bool("kept"), row.instant("now")));
    long[] asNew =
        marked.stream()
            .filter(m -> !m.kept() && isAsNew(m.row(), m.now()))
            .mapToLong(m -> m.row().id())
            .toArray();
    return asNew.length == 0
        ? 0
        : COLLECT
            .on(connection)
            .set("policy", policy)
            .bigints("ids", asNew)
            .one(row -> row.bigint("collected"));
  }

  /** Whether a partition made afresh would let the same jobs go. */
  private boolean isAsNew(PartitionRow row, Instant now) {
    Optional<GateRule> gate =
        policies.byId(row.policyId()).flatMap(p -> p.policy().gate(row.gate()));
    if (row.state().inFlight() != 0) {
      return false;
    }
    return switch (gate.orElse(null)) {
      case null -> true;
      case Throttle throttle -> isFull(throttle, row, now);
      case AdaptiveConcurrency adaptive -> {
        Instant last = row.state().adaptation().recent().observedAt();
        yield last == null || last.isBefore(now.minus(REMEMBERED));
      }
      default -> true;
    };
  }

  private static boolean isFull(Throttle throttle, PartitionRow row, Instant now) {
    Limits limits = row.inForce(throttle);
    Double burst = limits.burst();
    return burst != null && throttle.tokens(row.state(), limits, now) >= Math.max(burst, 1);
  }
}
