package sluice.ejb.control;

import jakarta.ejb.ApplicationException;
import sluice.core.policy.Fault;

/** An operator's word that makes no sense; nothing is changed. */
@ApplicationException(rollback = true)
public final class ControlRefused extends RuntimeException {
  // An immutable record of strings; read in this process only.
  @SuppressWarnings("serial")
  private final Fault fault;

  /** With the field, what it says and what is allowed. */
  public ControlRefused(String field, String value, String allowed) {
    super(new Fault(field, value, allowed).sentence());
    this.fault = new Fault(field, value, allowed);
  }

  /** What is wrong. */
  public Fault fault() {
    return fault;
  }
}
