package sluice.ejb.account;

import jakarta.ejb.ApplicationException;
import sluice.core.policy.Fault;

/** An account cannot be saved as asked: one field, its value and what is allowed. */
@ApplicationException(rollback = true)
public final class AccountRefused extends RuntimeException {
  // Never serialised: lives from the service to the answer.
  private final transient Fault fault;

  /** For a field of the request. */
  public AccountRefused(String field, String value, String allowed) {
    this(new Fault(field, value, allowed));
  }

  private AccountRefused(Fault fault) {
    super(fault.sentence());
    this.fault = fault;
  }

  /** What is wrong. */
  public Fault fault() {
    return fault;
  }
}
