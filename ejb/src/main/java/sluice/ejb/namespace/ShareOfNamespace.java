package sluice.ejb.namespace;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import sluice.sql.SqlStatement;

/**
 * Where jobs of a namespace wait.
 *
 * @param policy name of the policy
 * @param key fairness key
 * @param weight of the share
 * @param pending waiting jobs, as ticks have folded them so far
 * @param lanes lanes that have them
 */
public record ShareOfNamespace(String policy, String key, double weight, long pending, long lanes) {
  private static final SqlStatement LIST = SqlStatement.named("observe/list_shares_of_namespace");

  /** Reads them, most waiting jobs first. */
  public static List<ShareOfNamespace> list(Connection connection, String namespace, int limit)
      throws SQLException {
    return LIST.on(connection)
        .set("namespace", namespace)
        .set("limit", limit)
        .list(row ->
            new ShareOfNamespace(
                row.text("policy"),
                row.text("share"),
                row.real("weight"),
                row.bigint("pending"),
                row.bigint("lanes")));
  }
}
