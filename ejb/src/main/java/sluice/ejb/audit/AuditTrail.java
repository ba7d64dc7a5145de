package sluice.ejb.audit;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the audit, newest first, a bounded page at a time. */
@Stateless
@RolesAllowed("viewer")
public class AuditTrail {
  /** Longest page. */
  public static final int MOST = 200;

  @PersistenceContext(unitName = "sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private EntityManager entities;

  /**
   * Which entries; null = any.
   *
   * @param subject what something was done to
   * @param actor who did it
   */
  public record About(@Nullable String subject, @Nullable String actor) {}

  /**
   * Entries older than one.
   *
   * @param beforeId only those with a smaller number; {@link Long#MAX_VALUE} = from the newest
   * @param limit at most so many, 1 to {@value #MOST}
   */
  public List<AuditEntry> entries(About about, long beforeId, int limit) {
    TypedQuery<AuditEntry> query =
        entities.createQuery(
            "select e from AuditEntry e where e.id < :before"
                + (about.subject() == null ? "" : " and e.subject = :subject")
                + (about.actor() == null ? "" : " and e.actor = :actor")
                + " order by e.id desc",
            AuditEntry.class);
    query.setParameter("before", beforeId);
    if (about.subject() != null) {
      query.setParameter("subject", about.subject());
    }
    if (about.actor() != null) {
      query.setParameter("actor", about.actor());
    }
    return query.setMaxResults(Math.clamp(limit, 1, MOST)).getResultList();
  }
}
