package sluice.ejb.policy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * Reads the policies in force; a document is read and compiled only when its version is new.
 * Stateless.
 */
final class PolicyRows {
  private static final Logger LOG = System.getLogger(PolicyRows.class.getName());
  private static final SqlStatement HEADS = SqlStatement.named("policy/list_heads");
  private static final SqlStatement DEFINITIONS = SqlStatement.named("policy/read_definitions");

  private PolicyRows() {}

  private record Head(int id, int version, int keyingVersion, boolean paused) {
    static Head of(Row row) throws SQLException {
      return new Head(
          row.integer("id"),
          row.integer("version"),
          row.integer("keying_version"),
          row.bool("paused"));
    }

    ActivePolicy with(Policy policy) {
      return new ActivePolicy(id, version, keyingVersion, paused, policy);
    }
  }

  /** What is in force now, given what was known. */
  static KnownPolicies read(Connection connection, KnownPolicies before) throws SQLException {
    List<ActivePolicy> now = new ArrayList<>();
    List<Integer> changed = new ArrayList<>();
    for (Head head : HEADS.on(connection).list(Head::of)) {
      Optional<ActivePolicy> known = before.byId(head.id());
      if (known.isPresent() && known.get().version() == head.version()) {
        now.add(head.with(known.get().policy()));
      } else {
        changed.add(head.id());
      }
    }
    if (!changed.isEmpty()) {
      int[] ids = changed.stream().mapToInt(Integer::intValue).toArray();
      DEFINITIONS.on(connection).integers("ids", ids).list(row -> active(row, before)).stream()
          .flatMap(Optional::stream)
          .forEach(now::add);
    }
    return new KnownPolicies(now);
  }

  private static Optional<ActivePolicy> active(Row row, KnownPolicies before) throws SQLException {
    Head head = Head.of(row);
    try {
      return Optional.of(head.with(PolicyDocument.read(row.text("definition"))));
    } catch (InvalidPolicy e) {
      LOG.log(
          Level.ERROR,
          "policy={0} version={1} event=unreadable action=kept-old faults={2}",
          row.text("name"),
          head.version(),
          e.getMessage());
      return before.byId(head.id());
    }
  }
}
