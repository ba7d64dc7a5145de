package sluice.ejb.explain;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.util.Optional;
import sluice.ejb.database.Transactions;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.UnknownPolicy;

/** Why jobs, lanes and partitions wait. Takes no lock and reads a bounded number of rows. */
@Stateless
@RolesAllowed("viewer")
public class Explaining {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling ceiling;

  /** A job; empty if it is not alive. */
  public Optional<JobExplained> job(long id) {
    return transactions.run(connection -> rows(connection).job(id));
  }

  /** The first job of a lane; empty if the policy has no such lane. */
  public Optional<Explained> lane(String policy, long id) {
    ActivePolicy active = active(policy);
    return transactions.run(connection -> rows(connection).lane(active, id));
  }

  /** The next job of a partition; empty if there is no such partition. */
  public Optional<Explained> partition(String policy, String gate, String key) {
    ActivePolicy active = active(policy);
    return transactions.run(connection -> rows(connection).partition(active, gate, key));
  }

  private ExplainRows rows(Connection connection) {
    return new ExplainRows(connection, policies, ceiling.quota());
  }

  private ActivePolicy active(String name) {
    return policies.byName(name).orElseThrow(() -> new UnknownPolicy(name));
  }
}
