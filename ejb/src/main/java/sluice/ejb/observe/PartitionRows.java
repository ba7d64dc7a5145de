package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.Control;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Throttle;
import sluice.core.gate.Verdict;
import sluice.core.policy.Policy;
import sluice.ejb.partition.PartitionRow;
import sluice.sql.BoundStatement;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads pages of {@link PartitionView}s. Stateless. */
final class PartitionRows {
  /** What partitions may be sorted by, the usual first. */
  static final List<String> SORTS =
      List.of("gate", "key", "inFlight", "tokens", "currentMax", "lag", "closedUntil");

  private static final SqlStatement IN_ORDER = SqlStatement.named("observe/list_partitions_by_key");
  private static final SqlStatement SORTED = SqlStatement.named("observe/list_partitions");
  private static final SqlStatement FIND = SqlStatement.named("observe/find_partition");
  private static final SqlStatement COUNT = SqlStatement.named("observe/count_partitions");

  private PartitionRows() {}

  /**
   * A page.
   *
   * @param gate only partitions of this gate; null = all
   */
  static PageOf<PartitionView> read(
      Connection connection, int policyId, Policy policy, @Nullable String gate, PageAsked page)
      throws SQLException {
    boolean inOrder = page.sort().equals("gate") && !page.descending();
    BoundStatement statement =
        (inOrder ? IN_ORDER : SORTED)
            .on(connection)
            .set("policy_id", policyId)
            .set("gate", gate)
            .set("pattern", page.pattern())
            .set("limit", page.size())
            .set("offset", page.offset());
    if (!inOrder) {
      statement.set("sort", page.sort()).set("descending", page.descending());
    }
    List<PartitionView> rows = statement.list(row -> view(row, policy));
    return new PageOf<>(rows, page, count(connection, policyId, gate, page.pattern()));
  }

  /** How many match, counted no further than {@link PageOf#COUNTED}. */
  static int count(
      Connection connection, int policyId, @Nullable String gate, @Nullable String pattern)
      throws SQLException {
    return COUNT
        .on(connection)
        .set("policy_id", policyId)
        .set("gate", gate)
        .set("pattern", pattern)
        .set("bound", PageOf.COUNTED)
        .one(row -> row.integer("partitions"));
  }

  /** One partition. */
  static Optional<PartitionView> find(
      Connection connection, int policyId, Policy policy, String gate, String key)
      throws SQLException {
    return FIND.on(connection)
        .set("policy_id", policyId)
        .set("gate", gate)
        .set("key", key)
        .first(row -> view(row, policy));
  }

  private static PartitionView view(Row row, Policy policy) throws SQLException {
    PartitionRow partition = PartitionRow.read(row);
    PartitionState state = partition.state();
    Instant now = row.instant("now");
    Optional<GateRule> rule = policy.gate(partition.gate());
    if (rule.isEmpty()) {
      return new PartitionView(
          partition.gate(),
          row.text("key"),
          state.inFlight(),
          new PartitionView.Limit("gone", null, null, null, null),
          new PartitionView.Door(null, closedUntil(state, now), null));
    }
    sluice.core.admission.PartitionView view = partition.view(rule.get());
    Verdict verdict = view.ask(now);
    return new PartitionView(
        partition.gate(),
        row.text("key"),
        state.inFlight(),
        limit(view, now),
        new PartitionView.Door(
            verdict.open() ? null : verdict.reason(),
            closedUntil(state, now),
            state.adaptation().change()),
        said(row, partition.control(), now));
  }

  /** A time that has passed closes nothing. */
  private static @Nullable Instant closedUntil(PartitionState state, Instant now) {
    Instant until = state.closedUntil();
    return until != null && until.isAfter(now) ? until : null;
  }

  /** An override that has ended is not shown. */
  private static PartitionView.Said said(Row row, Control control, Instant now)
      throws SQLException {
    Double limit = control.limit();
    return new PartitionView.Said(
        limit == null || !control.overrides(now)
            ? null
            : new PartitionView.ByHand(limit, row.textOrNull("override_reason"), control.until()),
        control.paused(),
        row.textOrNull("paused_reason"));
  }

  private static PartitionView.Limit limit(sluice.core.admission.PartitionView view, Instant now) {
    GateRule rule = view.gate();
    Limits limits = view.inForce(now);
    PartitionState state = view.state();
    return switch (rule) {
      case Throttle throttle ->
          new PartitionView.Limit(
              rule.type(),
              limits.rate(),
              throttle.tokens(view.accrued(now), limits, now),
              null,
              null);
      case AdaptiveConcurrency adaptive ->
          new PartitionView.Limit(
              rule.type(),
              adaptive.usage(state, limits, now).limit(),
              null,
              state.adaptation().currentMax(),
              state.adaptation().ewmaLagMillis());
      default -> new PartitionView.Limit(rule.type(), limits.max(), null, null, null);
    };
  }
}
