package sluice.web.container;

import jakarta.annotation.Resource;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.SavedPolicy;

/** Calls as somebody with the role admin, in a transaction of the container. */
@Stateless
@RunAs("admin")
@PermitAll
public class AsAdmin {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private SessionContext call;

  /** Puts a policy in force. */
  public SavedPolicy save(SaveRequest request) {
    return policies.save(request);
  }

  /** Puts a policy in force, and then the transaction does not come about. */
  public SavedPolicy saveAndRollBack(SaveRequest request) {
    SavedPolicy saved = policies.save(request);
    call.setRollbackOnly();
    return saved;
  }
}
