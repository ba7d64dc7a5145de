package sluice.ejb.control;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.sql.SQLException;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.SaveRequest;

/**
 * What operators say of single partitions. Each act is one transaction, audited; it wakes whoever
 * sleeps on the partition, so the next tick goes by it.
 */
@Stateless
@RolesAllowed("operator")
public class PartitionControl {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  /** Sets a limit by hand; it replaces one that stands. */
  public void override(PartitionName partition, HandLimit limit, SaveRequest.By by) {
    act(partition, by, control -> control.override(limit));
  }

  /** Takes a limit set by hand back; nothing happens if there is none. */
  public void lift(PartitionName partition, SaveRequest.By by) {
    act(partition, by, ControlPartition::lift);
  }

  /** Closes a partition, newcomers included. */
  public void pause(PartitionName partition, SaveRequest.By by) {
    act(partition, by, ControlPartition::pause);
  }

  /** Opens a partition again. */
  public void resume(PartitionName partition, SaveRequest.By by) {
    act(partition, by, ControlPartition::resume);
  }

  /** One act on a partition. */
  private interface Word {
    void on(ControlPartition partition) throws SQLException;
  }

  private void act(PartitionName partition, SaveRequest.By by, Word word) {
    transactions.run(connection -> {
      word.on(new ControlPartition(connection, policies, partition, by));
      return true;
    });
  }
}
