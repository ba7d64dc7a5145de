package sluice.ejb.namespace;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;
import sluice.core.gate.Quota;
import sluice.ejb.database.Transactions;

/** The registry of tenants and their ceilings. */
@Stateless
@RolesAllowed("viewer")
public class Namespaces {
  /** Longest page. */
  public static final int MOST = 200;

  @PersistenceContext(unitName = "sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private EntityManager entities;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling platform;

  /** Tenants by name, behind {@code after} (empty = from the first), at most {@code limit}. */
  public List<NamespaceState> list(String after, int limit) {
    Quota quota = platform.quota();
    return entities
        .createQuery(
            "select n from Namespace n where n.name > :after order by n.name", Namespace.class)
        .setParameter("after", after)
        .setMaxResults(Math.clamp(limit, 1, MOST))
        .getResultStream()
        .map(namespace -> namespace.under(quota))
        .toList();
  }

  /** Tenants with jobs in flight, those with most first, at most {@code limit}. */
  public List<NamespaceState> busiest(int limit) {
    Quota quota = platform.quota();
    return entities
        .createQuery(
            "select n from Namespace n where n.inFlight > 0 order by n.inFlight desc, n.name",
            Namespace.class)
        .setMaxResults(Math.clamp(limit, 1, MOST))
        .getResultStream()
        .map(namespace -> namespace.under(quota))
        .toList();
  }

  /** The tenant of this name. */
  public Optional<NamespaceState> find(String name) {
    return Optional.ofNullable(entities.find(Namespace.class, name))
        .map(namespace -> namespace.under(platform.quota()));
  }

  /**
   * Gives a tenant a ceiling or takes it away; audited. Works from the commit on, on what waits
   * too; what is in flight goes on.
   *
   * @return whether the tenant was unknown
   */
  @RolesAllowed("admin")
  public boolean setCeiling(CeilingRequest request) {
    return transactions.run(connection -> SetCeiling.on(connection, request));
  }
}
