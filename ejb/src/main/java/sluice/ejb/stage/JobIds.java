package sluice.ejb.stage;

import java.sql.Connection;
import java.sql.SQLException;
import sluice.sql.SqlStatement;

/** Gives out job ids from blocks that the database hands to this node. Thread-safe. */
final class JobIds {
  private static final SqlStatement NEXT_BLOCK = SqlStatement.named("stage/next_job_ids");
  private static final int BLOCK = 500;

  private long next;
  private long end;

  /** So many ids, growing. Ids given out and not used are lost, which does no harm. */
  synchronized long[] take(Connection connection, int count) throws SQLException {
    long[] ids = new long[count];
    for (int i = 0; i < count; i++) {
      if (next == end) {
        next = NEXT_BLOCK.on(connection).one(row -> row.bigint("first"));
        end = next + BLOCK;
      }
      ids[i] = next++;
    }
    return ids;
  }
}
