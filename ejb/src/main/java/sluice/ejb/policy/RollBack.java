package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import sluice.sql.SqlStatement;

/**
 * Goes back to an older version: its document is saved anew, as the newest version, so the history
 * keeps what was in force when.
 *
 * @param policy name of the policy
 * @param version whose document is to be in force again
 * @param expected what must be in force now
 * @param by who and why
 */
public record RollBack(String policy, int version, Expected expected, SaveRequest.By by) {
  private static final SqlStatement FIND = SqlStatement.named("policy/find_version");

  /**
   * The request that saves the old document.
   *
   * @throws UnknownVersion if there is none
   */
  SaveRequest request(Connection connection) throws SQLException {
    int id =
        StoredPolicy.find(connection, policy).orElseThrow(() -> new UnknownPolicy(policy)).id();
    String document =
        FIND.on(connection)
            .set("policy_id", id)
            .set("version", version)
            .first(row -> row.text("definition"))
            .orElseThrow(() -> new UnknownVersion(policy, version));
    String why = "rolled back to version " + version;
    String reason = by.reason() == null ? why : why + ": " + by.reason();
    return new SaveRequest(
        policy, document, expected, false, new SaveRequest.By(by.actor(), reason));
  }
}
