package sluice.ejb.control;

import jakarta.ejb.ApplicationException;

/** Jobs of a paused policy are let go only by somebody who says that this is meant. */
@ApplicationException(rollback = true)
public final class PolicyIsPaused extends RuntimeException {
  /** For the policy of this name. */
  public PolicyIsPaused(String name) {
    super(
        "policy '%s' is paused; nothing was admitted. Say confirm=true to admit all the same"
            .formatted(name));
  }
}
