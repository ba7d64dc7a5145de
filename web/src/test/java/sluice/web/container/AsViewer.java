package sluice.web.container;

import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.util.Optional;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;

/** Calls as somebody with the role viewer, who reads and does no more. */
@Stateless
@RunAs("viewer")
@PermitAll
public class AsViewer {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  /** A policy's figures; empty when there is no such policy. */
  public Optional<PolicyFigures> policy(String name) {
    return figures.policy(name);
  }

  /** Tries what a viewer may not do. */
  public void save(SaveRequest request) {
    policies.save(request);
  }
}
