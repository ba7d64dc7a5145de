package sluice.ejb.cancel;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.Act;
import sluice.ejb.database.Transactions;

/** Takes a waiting job back, or gives a dead one up, when an operator says so. Audited. */
@Stateless
@RolesAllowed("operator")
public class JobCancelling {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  /**
   * Cancels a job that is pending, scheduled or dead. A job in flight is not cancelled: its slot
   * would be given away while a worker still works on it.
   *
   * @return whether it was; a job that is in flight or over is left as it is
   */
  public boolean cancel(long id, String actor, @Nullable String reason) {
    return transactions.run(connection -> cancel(connection, id, actor, reason));
  }

  private static boolean cancel(
      Connection connection, long id, String actor, @Nullable String reason) throws SQLException {
    boolean waiting = CancelJobs.one(connection, id).isPresent();
    if (!waiting && CancelJobs.dead(connection, id).isEmpty()) {
      return false;
    }
    Act.Change change =
        Act.Change.of(Map.of("state", waiting ? "waiting" : "dead"), Map.of("state", "cancelled"));
    new Act(actor, "job.cancel", "job:" + id, reason, change).write(connection);
    return true;
  }
}
