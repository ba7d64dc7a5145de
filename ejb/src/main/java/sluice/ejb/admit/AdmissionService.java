package sluice.ejb.admit;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import sluice.ejb.database.Transactions;
import sluice.ejb.lane.Lanes;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.policy.PolicyCatalog;
import sluice.sql.SqlStatement;

/**
 * Admit: runs one tick of a policy in one transaction. Thread-safe; two ticks of one policy never
 * run at once, on any node.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AdmissionService {
  private static final SqlStatement DUE_POLICIES = SqlStatement.named("admit/due_policies");

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Lanes lanes;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling ceiling;

  @Inject
  @ConfigProperty(name = "sluice.tick.budget", defaultValue = "500")
  private int budget;

  @SuppressWarnings("NullAway.Init") // made once injected
  private Ticker ticker;

  @PostConstruct
  void open() {
    ticker = new Ticker(policies.direct(), lanes.directory(), budget, ceiling.quota());
  }

  /** Ticks a policy; committed on return. */
  public TickResult tick(int policyId) {
    return transactions.runApart(connection -> ticker.tick(connection, policyId));
  }

  /** Policies that have something for a tick to do. */
  public List<Integer> due() {
    return transactions.runApart(
        connection -> DUE_POLICIES.on(connection).list(row -> row.integer("id")));
  }
}
