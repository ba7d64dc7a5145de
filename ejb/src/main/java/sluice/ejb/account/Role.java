package sluice.ejb.account;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an account may do. Each role includes the ones before it. */
public enum Role {
  /** Reads. */
  VIEWER,
  /** Acts: pauses, stages, cancels, sees bodies. */
  OPERATOR,
  /** Edits policies, quotas and accounts. */
  ADMIN;

  /** The word in SQL, in {@code @RolesAllowed} and on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The words of this role and of all it includes. */
  public Set<String> implied() {
    return Stream.of(values())
        .filter(role -> role.compareTo(this) <= 0)
        .map(Role::word)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The role with this word; empty for any other text. */
  public static Optional<Role> ofWord(String word) {
    return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
  }
}
