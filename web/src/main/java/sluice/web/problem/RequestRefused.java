package sluice.web.problem;

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

  /** The problem to answer. */
  public Problem problem() {
    return problem;
  }
}
