package sluice.ejb.namespace;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/** Reads the registry of tenants. */
@Stateless
@RolesAllowed("viewer")
public class Namespaces {
  /** Longest page. */
  public static final int MOST = 200;

  @PersistenceContext(unitName = "sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private EntityManager entities;

  /** Tenants by name, behind {@code after} (empty = from the first), at most {@code limit}. */
  public List<Namespace> list(String after, int limit) {
    return entities
        .createQuery(
            "select n from Namespace n where n.name > :after order by n.name", Namespace.class)
        .setParameter("after", after)
        .setMaxResults(Math.clamp(limit, 1, MOST))
        .getResultList();
  }

  /** The tenant of this name. */
  public Optional<Namespace> find(String name) {
    return Optional.ofNullable(entities.find(Namespace.class, name));
  }
}
