package sluice.ejb.admit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import sluice.core.gate.GateRule;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.SqlStatement;

/**
 * What of an older version of a policy is computed in the same way by the version in force. Jobs
 * that are moved have no say on it: their word was heard when they were staged, and younger ones
 * may have spoken since. Used once, by one thread.
 */
final class KnownExpressions {
  private static final SqlStatement READ_VERSION = SqlStatement.named("admit/read_version");

  private final Connection connection;
  private final ActivePolicy policy;
  private final Map<Integer, Arrivals.Known> byVersion = new HashMap<>();

  KnownExpressions(Connection connection, ActivePolicy policy) {
    this.connection = connection;
    this.policy = policy;
  }

  /** Since a version; nothing if it cannot be read any more. */
  Arrivals.Known since(int version) throws SQLException {
    Arrivals.Known known = byVersion.get(version);
    if (known == null) {
      known = read(version).map(this::compare).orElse(Arrivals.Known.NOTHING);
      byVersion.put(version, known);
    }
    return known;
  }

  private Optional<Policy> read(int version) throws SQLException {
    Optional<String> definition =
        READ_VERSION
            .on(connection)
            .set("policy", policy.id())
            .set("version", version)
            .first(row -> row.text("definition"));
    try {
      return definition.map(PolicyDocument::read);
    } catch (InvalidPolicy e) {
      return Optional.empty();
    }
  }

  private Arrivals.Known compare(Policy before) {
    Policy after = policy.policy();
    Set<String> gates =
        after.gates().stream()
            .filter(gate -> before.gate(gate.name()).filter(gate::equals).isPresent())
            .map(GateRule::name)
            .collect(Collectors.toUnmodifiableSet());
    return new Arrivals.Known(gates, before.fairness().equals(after.fairness()));
  }
}
