package sluice.ejb.audit;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A line of the audit as people read it; written by {@link Act}, never changed. */
@Entity
@Table(name = "audit")
@SuppressWarnings("NullAway.Init") // filled by JPA
public class AuditEntry {
  @Id private Long id;
  private Instant at;
  private String actor;
  private String action;
  private String subject;
  private @Nullable String reason;

  @Convert(converter = JsonbColumn.class)
  private @Nullable String before;

  @Convert(converter = JsonbColumn.class)
  @Column(name = "after")
  private @Nullable String after;

  /** For JPA. */
  protected AuditEntry() {}

  /** Its number; grows with time. */
  public long getId() {
    return id;
  }

  /** When, by the database's clock. */
  public Instant getAt() {
    return at;
  }

  /** Who. */
  public String getActor() {
    return actor;
  }

  /** What was done, a stable word. */
  public String getAction() {
    return action;
  }

  /** What it was done to. */
  public String getSubject() {
    return subject;
  }

  /** Why. */
  public @Nullable String getReason() {
    return reason;
  }

  /** JSON of the state before. */
  public @Nullable String getBefore() {
    return before;
  }

  /** JSON of the state after. */
  public @Nullable String getAfter() {
    return after;
  }
}
