package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * A policy's row with the document in force.
 *
 * @param id row of {@code policy}
 * @param version version in force
 * @param paused nothing is admitted
 * @param inFiles whether it stands in the folder of policy files
 * @param definition JSON text
 */
record StoredPolicy(int id, int version, boolean paused, boolean inFiles, String definition) {
  private static final SqlStatement HOLD = SqlStatement.named("policy/hold_row");
  private static final SqlStatement FIND = SqlStatement.named("policy/find_policy");

  /** Holds the policy until the transaction ends: no tick and no other editor is at work on it. */
  static Optional<StoredPolicy> lock(Connection connection, String name) throws SQLException {
    HOLD.on(connection).set("name", name).first(row -> row.integer("id"));
    return find(connection, name);
  }

  /** Without holding it. */
  static Optional<StoredPolicy> find(Connection connection, String name) throws SQLException {
    return FIND.on(connection).set("name", name).first(StoredPolicy::of);
  }

  private static StoredPolicy of(Row row) throws SQLException {
    return new StoredPolicy(
        row.integer("id"),
        row.integer("version"),
        row.bool("paused"),
        row.bool("in_files"),
        row.text("definition"));
  }
}
