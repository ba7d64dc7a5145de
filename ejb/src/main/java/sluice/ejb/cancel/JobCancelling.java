package sluice.ejb.cancel;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
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
  @EJB
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

  /**
   * Gives a job up that is dead; one that was put back into a lane meanwhile is left alone.
   *
   * @return whether it was
   */
  public boolean giveUp(long id, String actor, @Nullable String reason) {
    return transactions.run(connection -> {
      if (CancelJobs.dead(connection, id).isEmpty()) {
        return false;
      }
      note(connection, id, "dead", actor, reason);
      return true;
    });
  }

  private static boolean cancel(
      Connection connection, long id, String actor, @Nullable String reason) throws SQLException {
    boolean waiting = CancelJobs.one(connection, id).isPresent();
    if (!waiting && CancelJobs.dead(connection, id).isEmpty()) {
      return false;
    }
    note(connection, id, waiting ? "waiting" : "dead", actor, reason);
    return true;
  }

  private static void note(
      Connection connection, long id, String before, String actor, @Nullable String reason)
      throws SQLException {
    Act.Change change = Act.Change.of(Map.of("state", before), Map.of("state", "cancelled"));
    new Act(actor, "job.cancel", "job:" + id, reason, change).write(connection);
  }
}
