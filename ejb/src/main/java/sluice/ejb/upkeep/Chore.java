package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Something to be done again and again, a bounded step at a time. Implementations hold no state
 * between steps but the cursor, so that any node can go on.
 */
public interface Chore {
  /** Its row in {@code chore}; never changes. */
  String name();

  /** From the end of a round to the begin of the next. */
  Duration period();

  /** From one step of a round to the next; zero = at once. */
  default Duration pause() {
    return Duration.ZERO;
  }

  /**
   * Does the next step in the connection's transaction, which holds the chore's row.
   *
   * @param cursor where the step before ended; 0 at the begin of a round
   */
  Step step(Connection connection, long cursor) throws SQLException;

  /**
   * What a step did.
   *
   * @param cursor where the next step goes on
   * @param found rows pruned or collected, or differences found
   * @param mended differences mended
   * @param over the round is over
   */
  record Step(long cursor, long found, long mended, boolean over) {
    /** The round goes on behind {@code cursor}. */
    public static Step to(long cursor, long found) {
      return new Step(cursor, found, 0, false);
    }

    /** The round is over. */
    public static Step last(long found) {
      return new Step(0, found, 0, true);
    }
  }
}
