package sluice.ejb.event;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import sluice.sql.SqlStatement;

/**
 * Something that became of a policy, to be told of.
 *
 * @param kind what became of it
 * @param policy its name
 * @param version the version in force then
 * @param actor who did it
 * @param reason why; null: not said
 */
public record PolicyEvent(
    Kind kind, String policy, int version, String actor, @Nullable String reason) {
  private static final SqlStatement ANNOUNCE = SqlStatement.named("event/announce_policy");

  /** What may become of a policy. */
  public enum Kind {
    /** There was none of this name. */
    CREATED("PolicyChanged", "created"),
    /** Another version is in force. */
    CHANGED("PolicyChanged", "changed"),
    /** It is gone. */
    DELETED("PolicyChanged", "deleted"),
    /** Nothing of it is admitted any more. */
    PAUSED("PolicyPaused", null),
    /** It admits again. */
    RESUMED("PolicyResumed", null);

    private final String type;
    private final @Nullable String change;

    Kind(String type, @Nullable String change) {
      this.type = type;
      this.change = change;
    }
  }

  /** Writes it to the outbox: it is told if and only if the connection's transaction commits. */
  public void announce(Connection connection) throws SQLException {
    ANNOUNCE
        .on(connection)
        .set("type", kind.type)
        .set("policy", policy)
        .set("version", version)
        .set("change", kind.change)
        .set("actor", actor)
        .set("reason", reason)
        .update();
  }
}
