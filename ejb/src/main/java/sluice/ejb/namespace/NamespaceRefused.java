package sluice.ejb.namespace;

import jakarta.ejb.ApplicationException;
import sluice.core.policy.Fault;

/** A namespace cannot be saved as asked: one field, its value and what is allowed. */
@ApplicationException(rollback = true)
public final class NamespaceRefused extends RuntimeException {
  /** Ceilings that are allowed, in words. */
  public static final String CEILING =
      "null for the platform's default, or a whole number from 0 (suspended) to 1,000,000";

  // Never serialised: lives from the service to the answer.
  private final transient Fault fault;

  /** For a field of the request. */
  public NamespaceRefused(String field, String value, String allowed) {
    this(new Fault(field, value, allowed));
  }

  NamespaceRefused(String field, String value, String allowed, Throwable cause) {
    this(field, value, allowed);
    initCause(cause);
  }

  private NamespaceRefused(Fault fault) {
    super(fault.sentence());
    this.fault = fault;
  }

  /** For a ceiling that is none. */
  public static NamespaceRefused ceiling(String value) {
    return new NamespaceRefused("maxInFlight", value, CEILING);
  }

  /** What is wrong. */
  public Fault fault() {
    return fault;
  }
}
