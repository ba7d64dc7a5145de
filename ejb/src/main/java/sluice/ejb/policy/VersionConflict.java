package sluice.ejb.policy;

import jakarta.ejb.ApplicationException;

/** Somebody else saved the policy since the version that an editor started from. */
@ApplicationException(rollback = true)
public final class VersionConflict extends RuntimeException {
  private final int inForce;

  /**
   * A conflict.
   *
   * @param name the policy
   * @param expected what the request expected, in words
   * @param inForce the version in force; 0 = there is none
   */
  public VersionConflict(String name, String expected, int inForce) {
    super(
        inForce == 0
            ? "there is no policy '%s'; expected was %s".formatted(name, expected)
            : "policy '%s' is at version %d; expected was %s: read it again and repeat the change"
                .formatted(name, inForce, expected));
    this.inForce = inForce;
  }

  /** The version in force; 0 = there is none. */
  public int inForce() {
    return inForce;
  }
}
