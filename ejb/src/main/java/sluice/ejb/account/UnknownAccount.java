package sluice.ejb.account;

import jakarta.ejb.ApplicationException;

/** There is no account of this name. */
@ApplicationException(rollback = true)
public final class UnknownAccount extends RuntimeException {
  /** For a name that somebody asked for. */
  public UnknownAccount(String name) {
    super("there is no account '" + name + "'");
  }
}
