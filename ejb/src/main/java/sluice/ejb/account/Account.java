package sluice.ejb.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** Somebody who may log in. */
@Entity
@Table(name = "account")
@SuppressWarnings("NullAway.Init") // filled by JPA
public class Account {
  @Id private String name;

  @Column(name = "password_hash")
  private String passwordHash;

  private String role;

  @Column(name = "created_at")
  private Instant createdAt;

  /** For JPA. */
  protected Account() {}

  Account(String name, String passwordHash, Role role, Instant createdAt) {
    this.name = name;
    this.passwordHash = passwordHash;
    this.role = role.word();
    this.createdAt = createdAt;
  }

  /** Its name. */
  public String getName() {
    return name;
  }

  /** What it may do. */
  public Role getRole() {
    return Role.ofWord(role).orElseThrow();
  }

  /** When it was made. */
  public Instant getCreatedAt() {
    return createdAt;
  }

  String passwordHash() {
    return passwordHash;
  }

  void setPasswordHash(String passwordHash) {
    this.passwordHash = passwordHash;
  }

  void setRole(Role role) {
    this.role = role.word();
  }
}
