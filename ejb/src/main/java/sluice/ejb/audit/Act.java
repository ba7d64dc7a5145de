package sluice.ejb.audit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.json.JsonText;
import sluice.sql.SqlStatement;

/**
 * Something a person did, to be written down in the transaction that does it.
 *
 * @param actor who
 * @param action a stable word, e.g. {@code policy.pause}
 * @param subject what it was done to, e.g. {@code policy:webhooks}
 * @param reason why, in the person's own words
 * @param change what it was before and is now
 */
public record Act(
    String actor, String action, String subject, @Nullable String reason, Change change) {
  private static final SqlStatement INSERT = SqlStatement.named("audit/insert_entry");

  /** JSON texts of the state before and after; null where there was or is none. */
  public record Change(@Nullable String before, @Nullable String after) {
    /** From plain values. */
    public static Change of(@Nullable Map<String, ?> before, @Nullable Map<String, ?> after) {
      return new Change(
          before == null ? null : JsonText.of(before), after == null ? null : JsonText.of(after));
    }
  }

  /** Writes the entry in the connection's transaction. */
  public void write(Connection connection) throws SQLException {
    INSERT
        .on(connection)
        .set("actor", actor)
        .set("action", action)
        .set("subject", subject)
        .set("reason", reason)
        .set("before", change.before())
        .set("after", change.after())
        .update();
  }
}
