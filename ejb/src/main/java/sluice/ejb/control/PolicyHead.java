package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import sluice.sql.SqlStatement;

/**
 * What is in force of a policy, for those who foretell.
 *
 * @param id its number
 * @param versions its version, and the one that its lanes are keyed by
 * @param paused whether nothing of it goes
 * @param virtualTime of its fair order
 * @param now the database's clock
 */
record PolicyHead(int id, Versions versions, boolean paused, double virtualTime, Instant now) {
  private static final SqlStatement FIND = SqlStatement.named("control/find_head");

  /** Numbers of versions. */
  record Versions(int inForce, int keying) {}

  /** Empty if there is no such policy. */
  static Optional<PolicyHead> find(Connection connection, String name) throws SQLException {
    return FIND.on(connection)
        .set("name", name)
        .first(row ->
            new PolicyHead(
                row.integer("id"),
                new Versions(row.integer("version"), row.integer("keying_version")),
                row.bool("paused"),
                row.real("virtual_time"),
                row.instant("now")));
  }
}
