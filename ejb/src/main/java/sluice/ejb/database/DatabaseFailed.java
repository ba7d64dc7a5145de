package sluice.ejb.database;

import jakarta.ejb.ApplicationException;
import java.sql.SQLException;

/**
 * The database refused a statement or is away; the transaction is rolled back.
 *
 * <p>{@link #dataRefused()} tells the two apart: refused data stays refused, everything else is
 * worth another try.
 */
@ApplicationException(rollback = true)
public final class DatabaseFailed extends RuntimeException {
  private final String sqlState;

  /** A failure with the driver's own words as cause. */
  public DatabaseFailed(SQLException cause) {
    super(cause.getMessage(), cause);
    this.sqlState = cause.getSQLState() == null ? "" : cause.getSQLState();
  }

  /**
   * The database looked at the data and said no (class 22, data exception, 23, constraint, or 54,
   * more than its pages and stacks hold): trying again is no use.
   */
  public boolean dataRefused() {
    return sqlState.startsWith("22") || sqlState.startsWith("23") || sqlState.startsWith("54");
  }

  /** Whether the database's driver threw this, for those who know no SQL. */
  public static boolean isOfDriver(Throwable failure) {
    return failure instanceof SQLException;
  }

  /**
   * The five characters by which PostgreSQL tells kinds of failures apart; empty if it said none.
   */
  public String state() {
    return sqlState;
  }

  /** A deadlock or serialization failure: the same transaction may well succeed at once. */
  public boolean conflict() {
    return sqlState.startsWith("40");
  }
}
