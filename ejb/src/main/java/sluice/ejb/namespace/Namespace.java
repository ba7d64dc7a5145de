package sluice.ejb.namespace;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A tenant: registered on first sight or by hand. */
@Entity
@Table(name = "namespace")
@SuppressWarnings("NullAway.Init") // filled by JPA
public class Namespace {
  @Id private String name;

  @Column(name = "max_in_flight")
  private @Nullable Integer maxInFlight;

  private String origin;

  @Column(name = "created_at")
  private Instant createdAt;

  /** For JPA. */
  protected Namespace() {}

  /** Its name. */
  public String getName() {
    return name;
  }

  /** Ceiling of jobs in flight over all policies, 0 = suspended; null = the platform's default. */
  public @Nullable Integer getMaxInFlight() {
    return maxInFlight;
  }

  /** How it came to be: {@code staged} or {@code manual}. */
  public String getOrigin() {
    return origin;
  }

  /** When it was first seen. */
  public Instant getCreatedAt() {
    return createdAt;
  }
}
