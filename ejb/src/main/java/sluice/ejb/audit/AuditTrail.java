package sluice.ejb.audit;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
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
   * Entries older than one.
   *
   * @param subject only those about this subject; null = all
   * @param beforeId only those with a smaller number; {@link Long#MAX_VALUE} = from the newest
   * @param limit at most so many, 1 to {@value #MOST}
   */
  public List<AuditEntry> entries(@Nullable String subject, long beforeId, int limit) {
    return entities
        .createQuery(
            "select e from AuditEntry e where e.id < :before and (:subject is null or e.subject = :subject)"
                + " order by e.id desc",
            AuditEntry.class)
        .setParameter("before", beforeId)
        .setParameter("subject", subject)
        .setMaxResults(Math.clamp(limit, 1, MOST))
        .getResultList();
  }
}
