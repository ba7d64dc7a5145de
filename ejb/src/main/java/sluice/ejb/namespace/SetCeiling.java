package sluice.ejb.namespace;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.Act;
import sluice.ejb.partition.Waking;
import sluice.sql.SqlStatement;

/**
 * Gives a namespace a ceiling or takes it away, in one transaction with the audit. What is in
 * flight stays; what waits is looked at under the new ceiling by the next tick of each policy.
 *
 * <p>Locks: the namespace's row, its quota partition, then waiter rows in a statement of their own,
 * whose snapshot is younger than the partition's lock, so that no wake-up is lost. Holds no state.
 */
public final class SetCeiling {
  private static final SqlStatement MAKE = SqlStatement.named("namespace/make_namespace");
  private static final SqlStatement LOCK = SqlStatement.named("namespace/lock_namespace");
  private static final SqlStatement SET = SqlStatement.named("namespace/set_ceiling");

  private SetCeiling() {}

  /**
   * Does it; nothing, audit included, when the namespace has this ceiling already.
   *
   * @return whether the namespace was unknown
   */
  public static boolean on(Connection connection, CeilingRequest request) throws SQLException {
    boolean created =
        MAKE.on(connection).set("name", request.name()).first(row -> row.text("name")).isPresent();
    Map<String, @Nullable Integer> before = lock(connection, request.name());
    Map<String, @Nullable Integer> after = state(request.maxInFlight());
    if (!created && Objects.equals(before, after)) {
      return false;
    }
    long partition =
        SET.on(connection)
            .set("name", request.name())
            .set("max_in_flight", request.maxInFlight())
            .one(row -> row.bigint("id"));
    Waking.on(connection, partition);
    new Act(
            request.by().actor(),
            "namespace.ceiling",
            "namespace:" + request.name(),
            request.by().reason(),
            Act.Change.of(created ? null : before, after))
        .write(connection);
    return created;
  }

  private static Map<String, @Nullable Integer> lock(Connection connection, String name)
      throws SQLException {
    return LOCK.on(connection)
        .set("name", name)
        .one(row -> {
          Long own = row.bigintOrNull("max_in_flight");
          return state(own == null ? null : own.intValue());
        });
  }

  private static Map<String, @Nullable Integer> state(@Nullable Integer maxInFlight) {
    return Collections.singletonMap("maxInFlight", maxInFlight);
  }
}
