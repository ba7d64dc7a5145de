package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Adaptation;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.Control;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Throttle;
import sluice.core.policy.Policy;
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
    int total =
        COUNT
            .on(connection)
            .set("policy_id", policyId)
            .set("gate", gate)
            .set("pattern", page.pattern())
            .set("bound", PageOf.COUNTED)
            .one(row -> row.integer("partitions"));
    return new PageOf<>(rows, page, total);
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
    Optional<GateRule> rule = policy.gate(row.text("gate"));
    Control control = control(row);
    return new PartitionView(
        row.text("gate"),
        row.text("key"),
        row.integer("in_flight"),
        rule.isPresent()
            ? limit(row, rule.get(), control)
            : new PartitionView.Limit("gone", null, null, null, null),
        row.instantOrNull("closed_until"),
        said(row, control));
  }

  private static Control control(Row row) throws SQLException {
    return new Control(
        row.realOrNull("override_limit"), row.instantOrNull("override_until"), row.bool("paused"));
  }

  /** An override that has ended is not shown. */
  private static PartitionView.Said said(Row row, Control control) throws SQLException {
    Double limit = control.limit();
    return new PartitionView.Said(
        limit == null || !control.overrides(row.instant("now"))
            ? null
            : new PartitionView.ByHand(limit, row.textOrNull("override_reason"), control.until()),
        control.paused(),
        row.textOrNull("paused_reason"));
  }

  private static PartitionView.Limit limit(Row row, GateRule rule, Control control)
      throws SQLException {
    Limits stored = rule.inForce(resolved(row));
    Limits limits = control.inForce(rule, stored, row.instant("now"));
    return switch (rule) {
      case Throttle throttle ->
          new PartitionView.Limit(
              rule.type(), limits.rate(), tokens(row, throttle, control), null, null);
      case AdaptiveConcurrency adaptive ->
          new PartitionView.Limit(
              rule.type(),
              control.overrides(row.instant("now"))
                  ? limits.max()
                  : Double.valueOf(row.integer("current_max")),
              null,
              row.integer("current_max"),
              row.real("ewma_lag_ms"));
      default -> new PartitionView.Limit(rule.type(), limits.max(), null, null, null);
    };
  }

  private static Limits resolved(Row row) throws SQLException {
    return new Limits(
        row.realOrNull("rate"),
        row.bigintOrNull("period_ms"),
        row.realOrNull("burst"),
        row.realOrNull("max"),
        null);
  }

  private static double tokens(Row row, Throttle throttle, Control control) throws SQLException {
    Instant now = row.instant("now");
    Instant refilledAt = row.instantOrNull("refilled_at");
    PartitionState state =
        new PartitionState(0, row.real("tokens"), refilledAt, null, Adaptation.NONE);
    Limits stored = throttle.inForce(resolved(row));
    return throttle.tokens(
        control.settled(throttle, state, stored, now), control.inForce(throttle, stored, now), now);
  }
}
