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
   * @param expected the version the editor started from; 0 = it expected none
   * @param inForce the version in force; 0 = there is none
   */
  public VersionConflict(String name, int expected, int inForce) {
    super(
        "policy '%s' is at version %d, not %d: read it again and repeat the change"
            .formatted(name, inForce, expected));
    this.inForce = inForce;
  }

  /** The version in force; 0 = there is none. */
  public int inForce() {
    return inForce;
  }
}
