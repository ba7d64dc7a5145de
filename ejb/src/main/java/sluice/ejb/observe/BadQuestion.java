package sluice.ejb.observe;

import jakarta.ejb.ApplicationException;

/** A parameter of a look-up makes no sense; the message says what is allowed. */
@ApplicationException(rollback = true)
public final class BadQuestion extends RuntimeException {
  private final String parameter;

  /** For a parameter, by the name it has on the wire. */
  public BadQuestion(String parameter, String message) {
    super(message);
    this.parameter = parameter;
  }

  /** The parameter at fault. */
  public String parameter() {
    return parameter;
  }
}
