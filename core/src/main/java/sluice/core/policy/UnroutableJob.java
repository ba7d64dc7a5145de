package sluice.core.policy;

/**
 * A job that its policy can't place; it goes to the rejected queue and stops no other. The code is
 * stable, the message is a sentence that names the property, its value and what is allowed.
 */
public final class UnroutableJob extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Stable words for programs. */
  public enum Code {
    /**
     * An expression of the policy can't be computed for the job, or gives a value that is not
     * allowed.
     */
    EXPRESSION_FAILED,
    /** A key is longer than {@value KeyText#MAX_CHARACTERS} characters. */
    KEY_TOO_LONG,
    /** A key holds a character that is no text: NUL or half of a surrogate pair. */
    KEY_NOT_TEXT,
    /** The namespace is white space only. */
    NAMESPACE_BLANK,
    /** The weight of the share is no number above 0. */
    WEIGHT_INVALID
  }

  private final Code code;

  UnroutableJob(Code code, String detail) {
    super(detail);
    this.code = code;
  }

  /** What is wrong, for programs. */
  public Code code() {
    return code;
  }

  /** What is wrong, for people. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
