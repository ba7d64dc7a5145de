package sluice.ejb.account;

import jakarta.ejb.ApplicationException;

/**
 * An account cannot be saved or removed as asked; the message names the field, the value and what
 * is allowed.
 */
@ApplicationException(rollback = true)
public final class AccountRefused extends RuntimeException {
  private final String field;

  /** For a field of the request. */
  public AccountRefused(String field, String message) {
    super(message);
    this.field = field;
  }

  /** The field that is at fault. */
  public String field() {
    return field;
  }
}
