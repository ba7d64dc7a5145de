package sluice.core.expression;

import java.util.Set;

/**
 * An expression of the policy that gives no usable value for one job: that job is rejected, the
 * others go on. The message names the expression and what is wrong; {@link #properties()} are the
 * names it reads, so that the one who catches it can add their values.
 */
public final class EvaluationFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String source;

  // Set.copyOf in the constructor: the set is serializable, its static type is not.
  @SuppressWarnings("serial")
  private final Set<String> properties;

  private final String why;

  /**
   * @param source the expression as written in the policy
   * @param properties names of the context that it reads
   * @param why what is wrong and what is allowed, in words
   */
  public EvaluationFailed(String source, Set<String> properties, String why) {
    super(Shown.shortened(source) + ": " + why);
    this.source = source;
    this.properties = Set.copyOf(properties);
    this.why = why;
  }

  /** The expression as written in the policy. */
  public String source() {
    return source;
  }

  /** Names of the context that the expression reads. */
  public Set<String> properties() {
    return properties;
  }

  /** What is wrong and what is allowed. */
  public String why() {
    return why;
  }
}
