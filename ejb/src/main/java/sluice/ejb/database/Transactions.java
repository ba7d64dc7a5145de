package sluice.ejb.database;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs work on a connection of the pool {@code jdbc/sluice} inside a container transaction.
 * Thread-safe.
 */
@Stateless
public class Transactions {
  @Resource(lookup = "jdbc/sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private DataSource dataSource;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PoolUse use;

  /** In the caller's transaction, or one of its own if the caller has none. */
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public <T extends @Nullable Object> T run(SqlWork<T> work) {
    return onConnection(work);
  }

  /** In a transaction of its own, committed on return, whatever becomes of the caller's. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public <T extends @Nullable Object> T runApart(SqlWork<T> work) {
    return onConnection(work);
  }

  private <T extends @Nullable Object> T onConnection(SqlWork<T> work) {
    long asked = System.nanoTime();
    try (Connection connection = dataSource.getConnection()) {
      use.taken(System.nanoTime() - asked);
      try {
        return work.on(connection);
      } finally {
        use.givenBack();
      }
    } catch (SQLException e) {
      throw new DatabaseFailed(e);
    }
  }
}
