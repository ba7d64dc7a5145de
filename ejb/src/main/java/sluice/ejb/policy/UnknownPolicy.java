package sluice.ejb.policy;

import jakarta.ejb.ApplicationException;

/** There is no policy of this name or number (any more). */
@ApplicationException(rollback = true)
public final class UnknownPolicy extends RuntimeException {
  /** For a name that somebody asked for. */
  public UnknownPolicy(String name) {
    super("there is no policy '" + name + "'");
  }

  /** For the number on a row. */
  public UnknownPolicy(int id) {
    super("there is no policy number " + id);
  }
}
