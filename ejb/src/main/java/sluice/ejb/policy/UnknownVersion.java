package sluice.ejb.policy;

import jakarta.ejb.ApplicationException;

/** The policy has no version of this number. */
@ApplicationException(rollback = true)
public final class UnknownVersion extends RuntimeException {
  /** For a number that somebody asked for. */
  public UnknownVersion(String policy, int version) {
    super("policy '%s' has no version %d".formatted(policy, version));
  }
}
