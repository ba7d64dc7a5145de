package sluice.ejb.broadcast;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Quota;
import sluice.sql.SqlStatement;

/**
 * Samples the namespaces once a cadence over all nodes, by the database's clock, and tells of what
 * has changed since it was last told, and of the unchanged ones now and then. A sample, what is
 * told by it and the next turn are one transaction. Immutable.
 *
 * <p>Locks: the turn's row, skipped if taken.
 *
 * @param cadence from one sample to the next
 * @param full an unchanged namespace is told of again after this time
 * @param quota the ceiling of namespaces without one of their own
 */
record QuotaSampling(Duration cadence, Duration full, Quota quota) {
  private static final SqlStatement TAKE = SqlStatement.named("broadcast/take_quota_turn");
  private static final SqlStatement TELL = SqlStatement.named("broadcast/tell_quotas");
  private static final SqlStatement END = SqlStatement.named("broadcast/end_quota_turn");

  /**
   * Does the sample if it is due and nobody else is at it. The caller commits.
   *
   * @return how many namespaces are told of; null if it was not this node's turn
   */
  @Nullable Integer on(Connection connection) throws SQLException {
    boolean mine =
        TAKE.on(connection)
            .set("cadence_ms", cadence.toMillis())
            .first(row -> row.instant("due_at"))
            .isPresent();
    if (!mine) {
      return null;
    }
    int told =
        TELL.on(connection)
            .set("platform_ceiling", quota.ceiling(null))
            .set("full_ms", full.toMillis())
            .update();
    END.on(connection).set("cadence_ms", cadence.toMillis()).update();
    return told;
  }
}
