package sluice.ejb.policy;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import sluice.ejb.database.Transactions;

/**
 * Pauses policies and lets them go on, audited, for callers that have checked who asks: {@link
 * PolicyService} by role, the management beans by the access control of the JMX agent.
 */
@Stateless
public class PolicySwitch {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Event<PolicyChanged> changed;

  /** Nothing is admitted, or the policy goes on, from the commit. */
  public void set(String name, boolean paused, SaveRequest.By by) {
    int id = transactions.run(connection -> PausePolicy.set(connection, name, paused, by));
    changed.fire(new PolicyChanged(id));
  }
}
