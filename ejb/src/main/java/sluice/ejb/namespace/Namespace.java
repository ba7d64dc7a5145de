package sluice.ejb.namespace;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Quota;

/** A tenant as people read it; registered on first sight or by hand. */
@Entity
@Table(name = "namespace_state")
@SuppressWarnings("NullAway.Init") // filled by JPA
public class Namespace {
  @Id private String name;

  @Column(name = "max_in_flight")
  private @Nullable Integer maxInFlight;

  @Column(name = "in_flight")
  private int inFlight;

  private String origin;

  @Column(name = "created_at")
  private Instant createdAt;

  /** For JPA. */
  protected Namespace() {}

  /** Its name. */
  public String getName() {
    return name;
  }

  /** Ceiling of its own, 0 = suspended; null = the platform's default holds. */
  public @Nullable Integer getMaxInFlight() {
    return maxInFlight;
  }

  /** Jobs in flight over all policies. */
  public int getInFlight() {
    return inFlight;
  }

  /** How it came to be: {@code staged} or {@code manual}. */
  public String getOrigin() {
    return origin;
  }

  /** When it was first seen. */
  public Instant getCreatedAt() {
    return createdAt;
  }

  /** With the ceiling in force. */
  NamespaceState under(Quota quota) {
    return new NamespaceState(name, maxInFlight, quota.ceiling(maxInFlight), inFlight, history());
  }

  private NamespaceState.History history() {
    return new NamespaceState.History(origin, createdAt);
  }
}
