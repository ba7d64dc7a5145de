package sluice.ejb.audit;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
   * @param policy done to this policy or one of its partitions
   * @param actor who did it
   * @param action what was done, a stable word
   */
  public record About(
      @Nullable String subject,
      @Nullable String policy,
      @Nullable String actor,
      @Nullable String action) {
    /** Whatever was done. */
    public About(@Nullable String subject, @Nullable String actor) {
      this(subject, null, actor, null);
    }
  }

  /**
   * Entries older than one.
   *
   * @param beforeId only those with a smaller number; {@link Long#MAX_VALUE} = from the newest
   * @param limit at most so many, 1 to {@value #MOST} and one more, which tells that there are more
   */
  public List<AuditEntry> entries(About about, long beforeId, int limit) {
    Map<String, Object> given = new LinkedHashMap<>();
    StringBuilder where = new StringBuilder("e.id < :before");
    narrow(where, given, "subject", about.subject());
    narrow(where, given, "actor", about.actor());
    narrow(where, given, "action", about.action());
    if (about.policy() != null) {
      where.append(" and (e.subject = :policy or e.subject like :partitions escape '!')");
      given.put("policy", "policy:" + about.policy());
      given.put("partitions", "partition:" + about.policy().replaceAll("[!%_]", "!$0") + "/%");
    }
    TypedQuery<AuditEntry> query =
        entities.createQuery(
            "select e from AuditEntry e where " + where + " order by e.id desc", AuditEntry.class);
    query.setParameter("before", beforeId);
    given.forEach(query::setParameter);
    return query.setMaxResults(Math.clamp(limit, 1, MOST + 1)).getResultList();
  }

  private static void narrow(
      StringBuilder where, Map<String, Object> given, String field, @Nullable String value) {
    if (value != null) {
      where.append(" and e.").append(field).append(" = :").append(field);
      given.put(field, value);
    }
  }
}
