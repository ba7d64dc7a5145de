package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import sluice.ejb.audit.Act;
import sluice.ejb.event.PolicyEvent;
import sluice.sql.SqlStatement;

/**
 * Pauses a policy or lets it go on. The flag stands on the policy's row, which every tick holds:
 * after the commit nothing is admitted on any node, whatever lanes come to be.
 */
final class PausePolicy {
  private static final SqlStatement SET = SqlStatement.named("policy/set_paused");

  private PausePolicy() {}

  /**
   * Sets the flag in the connection's transaction; what is so already is no act: nothing is
   * written.
   *
   * @return the policy's number
   */
  static int set(Connection connection, String name, boolean paused, SaveRequest.By by)
      throws SQLException {
    StoredPolicy stored =
        StoredPolicy.lock(connection, name).orElseThrow(() -> new UnknownPolicy(name));
    if (stored.paused() != paused) {
      SET.on(connection).set("id", stored.id()).set("paused", paused).update();
      Act.Change change = Act.Change.of(Map.of("paused", !paused), Map.of("paused", paused));
      String action = paused ? "policy.pause" : "policy.resume";
      new Act(by.actor(), action, "policy:" + name, by.reason(), change).write(connection);
      PolicyEvent.Kind kind = paused ? PolicyEvent.Kind.PAUSED : PolicyEvent.Kind.RESUMED;
      new PolicyEvent(kind, name, stored.version(), by.actor(), by.reason()).announce(connection);
    }
    return stored.id();
  }
}
