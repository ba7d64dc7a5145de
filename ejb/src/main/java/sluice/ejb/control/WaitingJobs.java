package sluice.ejb.control;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.util.List;
import sluice.ejb.database.Transactions;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.policy.PolicyCatalog;

/** In which order waiting jobs would be admitted, as things stand. Takes no lock. */
@Stateless
@RolesAllowed("viewer")
public class WaitingJobs {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling ceiling;

  /**
   * The first waiting jobs of a policy, at most so many. Jobs that came since the last tick are in
   * no order yet and are missing.
   */
  public List<WaitingJob> first(String policy, int most) {
    Gates gates = new Gates(policies, ceiling.quota());
    return transactions.run(connection -> new WaitingOrder(connection, gates, policy).first(most));
  }
}
