package sluice.ejb.control;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.util.List;
import java.util.Optional;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.database.Transactions;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.PolicyRefused;

/** Foretells what a document would do if it were saved. */
@Stateless
@RolesAllowed("admin")
public class Forecasts {
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
   * The impact of a document; empty when its policy is new.
   *
   * @throws PolicyRefused with every fault
   */
  public Optional<Impact> of(String document) {
    Policy policy = read(document);
    Gates gates = new Gates(policies, ceiling.quota());
    return transactions.run(connection -> new Forecast(connection, gates, policy).read());
  }

  private static Policy read(String document) {
    try {
      return PolicyDocument.read(document);
    } catch (InvalidPolicy e) {
      throw new PolicyRefused(List.copyOf(e.faults()));
    }
  }
}
