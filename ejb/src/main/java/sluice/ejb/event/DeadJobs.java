package sluice.ejb.event;

import java.sql.Connection;
import java.sql.SQLException;
import sluice.sql.SqlStatement;

/** Tells of jobs that were given up. Stateless. */
public final class DeadJobs {
  private static final SqlStatement ANNOUNCE = SqlStatement.named("event/announce_dead");

  private DeadJobs() {}

  /** Writes one event a job to the outbox, in the transaction that has buried them. */
  public static void announce(Connection connection, long[] buried) throws SQLException {
    if (buried.length > 0) {
      ANNOUNCE.on(connection).bigints("ids", buried).update();
    }
  }
}
