package sluice.ejb.control;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import sluice.ejb.database.Transactions;
import sluice.ejb.forward.ForwardingService;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.SaveRequest;

/**
 * Drains policies, audited, for callers that have checked who asks: {@link ForcedAdmissions} by
 * role, the management beans by the access control of the JMX agent.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ManagedDrain {
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

  /**
   * Admits whatever waits, up to {@value ForcedAdmission#MOST} jobs, in transactions of {@value
   * Draining#STEP}.
   *
   * @param evenPaused also when the policy is paused
   */
  public Forced drain(String policy, boolean evenPaused, SaveRequest.By by) {
    try {
      return new Draining(new Gates(policies, ceiling.quota()), policy, evenPaused, by)
          .inSteps(transactions::runApart);
    } finally {
      forwarding.relaySoon();
    }
  }
}
