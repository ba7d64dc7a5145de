package sluice.ejb.observe;

import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.json.JsonText;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads pages of {@link LaneView}s. Stateless. */
final class LaneRows {
  /** What lanes may be sorted by, the usual first. */
  static final List<String> SORTS = List.of("key", "pending", "ready");

  private static final SqlStatement LIST = SqlStatement.named("observe/list_lanes");
  private static final SqlStatement COUNT = SqlStatement.named("observe/count_lanes");

  private LaneRows() {}

  /**
   * A page.
   *
   * @param gate only lanes asleep on this gate; null = all
   */
  static PageOf<LaneView> read(
      Connection connection, int policyId, @Nullable String gate, PageAsked page)
      throws SQLException {
    List<LaneView> rows =
        LIST.on(connection)
            .set("policy_id", policyId)
            .set("gate", gate)
            .set("pattern", page.pattern())
            .set("sort", page.sort())
            .set("descending", page.descending())
            .set("limit", page.size())
            .set("offset", page.offset())
            .list(LaneRows::view);
    int total =
        COUNT
            .on(connection)
            .set("policy_id", policyId)
            .set("gate", gate)
            .set("pattern", page.pattern())
            .set("bound", PageOf.COUNTED)
            .one(row -> row.integer("lanes"));
    return new PageOf<>(rows, page, total);
  }

  private static LaneView view(Row row) throws SQLException {
    String gate = row.textOrNull("blocked_gate");
    String key = row.textOrNull("blocked_key");
    LaneView.Partition blockedBy =
        gate == null || key == null ? null : new LaneView.Partition(gate, key);
    return new LaneView(
        row.bigint("id"),
        new LaneView.Share(row.text("namespace"), row.text("share"), row.real("weight")),
        JsonText.array(row.text("partitions")).getValuesAs(JsonObject.class).stream()
            .map(p -> new LaneView.Partition(p.getString("gate"), p.getString("key")))
            .toList(),
        row.bigint("pending"),
        new LaneView.State(row.bool("ready"), blockedBy, row.instantOrNull("wake_at")));
  }
}
