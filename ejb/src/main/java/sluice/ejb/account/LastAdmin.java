package sluice.ejb.account;

import jakarta.ejb.ApplicationException;

/** The account is the only admin there is, so it can be neither removed nor lowered. */
@ApplicationException(rollback = true)
public final class LastAdmin extends RuntimeException {
  /** For an account. */
  public LastAdmin(String name) {
    super("'" + name + "' is the last admin; make another one first");
  }
}
