package sluice.ejb.observe;

import jakarta.ejb.ApplicationException;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.core.policy.Fault;

/** A parameter of a look-up makes no sense; the message says what stands there and is allowed. */
@ApplicationException(rollback = true)
public final class BadQuestion extends RuntimeException {
  // Never serialised: lives from the look-up to the answer.
  private final transient Fault fault;

  /**
   * For a parameter.
   *
   * @param parameter the name it has on the wire
   * @param value what stands there; null when nothing does
   * @param allowed what is allowed instead, in words
   */
  public BadQuestion(String parameter, @Nullable String value, String allowed) {
    this(
        value == null
            ? new Fault(parameter, "", "missing; " + allowed)
            : new Fault(parameter, Shown.of(value), allowed));
  }

  private BadQuestion(Fault fault) {
    super(fault.sentence());
    this.fault = fault;
  }

  /** What is wrong. */
  public Fault fault() {
    return fault;
  }
}
