package sluice.ejb.control;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import sluice.ejb.database.Transactions;
import sluice.ejb.forward.ForwardingService;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.SaveRequest;

/** Jobs that an operator lets go past the gates and past a pause. Audited. */
@Stateless
@RolesAllowed("operator")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ForcedAdmissions {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling ceiling;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ManagedDrain drain;

  /**
   * Admits the jobs that have waited longest, in one transaction.
   *
   * @param count most jobs, up to {@value ForcedAdmission#MOST}
   * @param evenPaused also when the policy is paused
   */
  public Forced admit(String policy, int count, boolean evenPaused, SaveRequest.By by) {
    int most = Math.clamp(count, 0, ForcedAdmission.MOST);
    ForceOrder order = new ForceOrder(policy, "policy.admit", most, evenPaused);
    Gates gates = new Gates(policies, ceiling.quota());
    Forced forced = transactions.runApart(c -> new ForcedAdmission(c, gates, order, by).run());
    forwarding.relaySoon();
    return forced;
  }

  /**
   * Admits whatever waits, up to {@value ForcedAdmission#MOST} jobs, in transactions of {@value
   * Draining#STEP}.
   *
   * @param evenPaused also when the policy is paused
   */
  public Forced drain(String policy, boolean evenPaused, SaveRequest.By by) {
    return drain.drain(policy, evenPaused, by);
  }
}
