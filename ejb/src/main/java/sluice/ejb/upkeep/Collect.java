package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import sluice.sql.SqlStatement;

/**
 * Collects marked rows of one kind, policy by policy: no tick runs meanwhile, and a policy that is
 * being ticked waits for the next round.
 *
 * @param kind lane, share or partition
 * @param work collects in one policy, which is held
 */
record Collect(String kind, Work work) implements Chore {
  private static final SqlStatement DUE = SqlStatement.named("upkeep/due_collections");
  private static final SqlStatement HOLD = SqlStatement.named("upkeep/hold_policy");

  /** Collects some of a policy's marked rows. */
  @FunctionalInterface
  interface Work {
    /** How many are gone. */
    long in(Connection connection, int policy) throws SQLException;
  }

  @Override
  public String name() {
    return "collect-" + kind + "s";
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(5);
  }

  @Override
  public Step step(Connection connection, long cursor) throws SQLException {
    List<Integer> due =
        DUE.on(connection).set("kind", kind).list(row -> row.integer("policy_id")).stream()
            .filter(policy -> policy > cursor)
            .toList();
    if (due.isEmpty()) {
      return Step.last(0);
    }
    int policy = due.getFirst();
    boolean held =
        HOLD.on(connection).set("policy", policy).first(row -> row.integer("id")).isPresent();
    long gone = held ? work.in(connection, policy) : 0;
    return gone > 0 ? Step.to(cursor, gone) : Step.to(policy, 0);
  }

  /** Lanes or shares, by a statement that gives {@code collected}. */
  static Work by(SqlStatement statement, int limit) {
    return (connection, policy) ->
        statement
            .on(connection)
            .set("policy", policy)
            .set("limit", limit)
            .one(row -> row.bigint("collected"));
  }
}
