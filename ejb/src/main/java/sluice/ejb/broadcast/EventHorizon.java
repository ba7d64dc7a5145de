package sluice.ejb.broadcast;

import java.sql.SQLException;
import java.time.Instant;
import sluice.sql.Row;

/**
 * Which events can be read.
 *
 * @param newest the last number given; 0 before the first
 * @param oldest the first number still there; {@code newest + 1} if none is
 * @param sampledAt when namespaces were last sampled, by whichever node
 */
public record EventHorizon(long newest, long oldest, Instant sampledAt) {
  static EventHorizon read(Row row) throws SQLException {
    long newest = row.bigint("newest");
    Long oldest = row.bigintOrNull("oldest");
    return new EventHorizon(
        newest, oldest == null ? newest + 1 : oldest, row.instant("sampled_at"));
  }

  /** Whether everything after this number is still there, and no more than so many. */
  public boolean reaches(long seq, long most) {
    return seq <= newest && seq >= oldest - 1 && newest - seq <= most;
  }
}
