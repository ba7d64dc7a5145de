package sluice.ejb.observe;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.Transactions;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Batches for people: the outbox and what was forwarded lately. */
@Stateless
@RolesAllowed("viewer")
public class Batches {
  /** Longest page. */
  public static final int MOST = 500;

  private static final SqlStatement LIST = SqlStatement.named("observe/list_batches");
  private static final SqlStatement OPEN = SqlStatement.named("observe/list_open_batches");

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  /** Batches that the broker has not taken, oldest first; {@code policy} null = of all. */
  public List<BatchView> open(@Nullable String policy, int limit) {
    return transactions.run(connection ->
        OPEN.on(connection)
            .set("policy", policy)
            .set("limit", Math.clamp(limit, 1, MOST))
            .list(Batches::view));
  }

  /**
   * Batches older than one, newest first.
   *
   * @param policy of this policy; null = of all
   * @param beforeId only those with a smaller number; {@link Long#MAX_VALUE} = from the newest
   */
  public List<BatchView> list(@Nullable String policy, long beforeId, int limit) {
    return transactions.run(connection ->
        LIST.on(connection)
            .set("policy", policy)
            .set("before_id", beforeId)
            .set("limit", Math.clamp(limit, 1, MOST))
            .list(Batches::view));
  }

  private static BatchView view(Row row) throws SQLException {
    return new BatchView(
        row.bigint("id"),
        row.textOrNull("policy"),
        new BatchView.Content(
            row.integer("jobs"),
            LongStream.of(row.bigints("first_jobs")).boxed().toList(),
            row.textOrNull("destination")),
        new BatchView.Tick(
            row.instant("admitted_at"),
            row.integer("looked_at"),
            row.realOrNull("duration_ms"),
            row.instant("now")),
        row.instantOrNull("forwarded_at"));
  }
}
