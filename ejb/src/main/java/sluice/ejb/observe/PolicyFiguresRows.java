package sluice.ejb.observe;

import jakarta.json.JsonNumber;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.FairLag;
import sluice.ejb.json.JsonText;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads {@link PolicyFigures}. Stateless. */
final class PolicyFiguresRows {
  private static final SqlStatement LIST = SqlStatement.named("observe/list_policy_figures");

  private PolicyFiguresRows() {}

  /** One snapshot of the policies behind {@code after}, or of the one named. */
  static List<PolicyFigures> read(
      Connection connection, @Nullable String name, String after, int limit) throws SQLException {
    return LIST.on(connection)
        .set("name", name)
        .set("after", after)
        .set("limit", limit)
        .list(PolicyFiguresRows::figures);
  }

  private static PolicyFigures figures(Row row) throws SQLException {
    return new PolicyFigures(
        new PolicyFigures.Head(
            row.text("name"),
            row.integer("version"),
            row.bool("paused"),
            row.bool("in_files"),
            row.text("document")),
        new PolicyFigures.Counts(row.bigint("accepted"), alive(row), ended(row)),
        new PolicyFigures.Recent(
            row.bigint("completed_24h"),
            row.bigint("failed_24h"),
            byReason(row.text("denied_by_reason")),
            new FairLag(row.real("fair_lag"), row.real("fair_bound")),
            row.instantOrNull("last_tick_at")),
        new PolicyFigures.Waiting(row.instantOrNull("oldest_eligible_at"), row.bool("stale")));
  }

  private static PolicyFigures.Alive alive(Row row) throws SQLException {
    return new PolicyFigures.Alive(
        row.bigint("pending"), row.bigint("scheduled"), row.bigint("in_flight"));
  }

  private static PolicyFigures.Ended ended(Row row) throws SQLException {
    return new PolicyFigures.Ended(
        row.bigint("finished"), row.bigint("dead"), row.bigint("cancelled"), row.bigint("expired"));
  }

  private static Map<String, Long> byReason(String json) {
    Map<String, Long> counts = new TreeMap<>();
    JsonText.object(json)
        .forEach((reason, count) -> counts.put(reason, ((JsonNumber) count).longValue()));
    return counts;
  }
}
