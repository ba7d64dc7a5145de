package sluice.ejb.policy;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.JsonbColumn;

/** A version of a policy as people read it: never changed once saved. */
@Entity
@Table(name = "policy_version")
@SuppressWarnings("NullAway.Init") // filled by JPA
public class PolicyVersion {
  @EmbeddedId private Key key;

  @Convert(converter = JsonbColumn.class)
  private String definition;

  private String author;
  private @Nullable String reason;

  @Column(name = "created_at")
  private Instant createdAt;

  /** For JPA. */
  protected PolicyVersion() {}

  /** Which version of which policy. */
  @Embeddable
  public record Key(
      @Column(name = "policy_id") int policyId, @Column(name = "version") int version) {}

  /** Its number, from 1. */
  public int getVersion() {
    return key.version();
  }

  /** The document, as JSON. */
  public String getDefinition() {
    return definition;
  }

  /** Who saved it; {@code file:<name>} for a policy file. */
  public String getAuthor() {
    return author;
  }

  /** Why. */
  public @Nullable String getReason() {
    return reason;
  }

  /** When it was saved. */
  public Instant getCreatedAt() {
    return createdAt;
  }
}
