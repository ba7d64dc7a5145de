package sluice.ejb.lane;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.SqlWork;
import sluice.ejb.database.Transactions;

/** The node's {@link LaneDirectory}, on container transactions. Thread-safe. */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Lanes {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  private final LaneDirectory directory =
      new LaneDirectory(
          new LaneDirectory.Apart() {
            @Override
            public <T extends @Nullable Object> T run(SqlWork<T> work) {
              return transactions.runApart(work);
            }
          });

  /** The lanes of these jobs, made where they are new in a transaction of their own. */
  public Map<LaneKey, LanePlace> places(List<Placement> placements) {
    return directory.places(placements);
  }

  /** Forgets where these jobs belong. */
  public void forget(List<Placement> placements) {
    directory.forget(placements);
  }

  /** The directory itself, for the tick. */
  public LaneDirectory directory() {
    return directory;
  }
}
