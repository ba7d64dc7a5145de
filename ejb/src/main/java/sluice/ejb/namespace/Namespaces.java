package sluice.ejb.namespace;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling platform;

  /**
   * Tenants by name, behind {@code after} (empty = from the first), at most {@code limit}: up to
   * {@value #MOST} and one more, which tells that there are more.
   */
  public List<NamespaceState> list(String after, int limit) {
    Quota quota = platform.quota();
    return entities
        .createQuery(
            "select n from Namespace n where n.name > :after order by n.name", Namespace.class)
        .setParameter("after", after)
        .setMaxResults(Math.clamp(limit, 1, MOST + 1))
        .getResultStream()
        .map(namespace -> namespace.under(quota))
        .toList();
  }

  /**
   * Tenants whose name contains a text, in whatever case, by name.
   *
   * @param part taken literally; empty = all
   * @param after behind this name; empty = from the first
   */
  public List<NamespaceState> search(String part, String after, int limit) {
    if (part.isEmpty()) {
      return list(after, limit);
    }
    Quota quota = platform.quota();
    return entities
        .createQuery(
            "select n from Namespace n where n.name > :after and lower(n.name) like lower(:part)"
                + " escape '!' order by n.name",
            Namespace.class)
        .setParameter("after", after)
        .setParameter("part", "%" + part.replaceAll("[!%_]", "!$0") + "%")
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

  /** Where its jobs wait, most of them first, at most {@code limit} shares. */
  public List<ShareOfNamespace> shares(String name, int limit) {
    return transactions.run(
        connection -> ShareOfNamespace.list(connection, name, Math.clamp(limit, 1, MOST)));
  }

  /** The platform's ceiling for tenants without one of their own; null: there is none. */
  public @Nullable Integer platformCeiling() {
    return platform.quota().platformDefault();
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
