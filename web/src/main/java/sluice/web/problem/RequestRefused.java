package sluice.web.problem;

import java.util.List;
import sluice.core.expression.Shown;
import sluice.core.policy.Fault;

/** A request that is not served, with the problem to answer. */
public final class RequestRefused extends RuntimeException {
  // Never serialised: lives from the resource to the mapper.
  private final transient Problem problem;

  /** With the problem to answer. */
  public RequestRefused(Problem problem) {
    super(problem.detail());
    this.problem = problem;
  }

  /** With a status and a sentence. */
  public RequestRefused(int status, String detail) {
    this(Problem.of(status, detail));
  }

  /**
   * With one fault: a field, what stands there and what is allowed.
   *
   * @param field a member of the body, a parameter or a header
   * @param value as it came
   */
  public static RequestRefused of(String field, String value, String allowed) {
    return of(new Fault(field, Shown.of(value), allowed));
  }

  /** With one fault of a field that should be there. */
  public static RequestRefused missing(String field, String allowed) {
    return of(new Fault(field, "", "missing; " + allowed));
  }

  /** With one fault. */
  public static RequestRefused of(Fault fault) {
    return new RequestRefused(Problem.faults(List.of(fault), fault.sentence()));
  }

  /** The problem to answer. */
  public Problem problem() {
    return problem;
  }
}
