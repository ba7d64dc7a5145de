package sluice.jms.message;

/**
 * A message that breaks the contract: it goes to the rejected queue with the reason, its neighbours
 * go on.
 */
public final class UnfitMessage extends RuntimeException {
  /** The body or the properties can't be read at all. */
  public static final String UNREADABLE = "UNREADABLE";

  /** The message is of none of the six kinds. */
  public static final String UNSUPPORTED_KIND = "UNSUPPORTED_KIND";

  /** The body is longer than allowed. */
  public static final String BODY_TOO_LARGE = "BODY_TOO_LARGE";

  /** More properties than allowed. */
  public static final String TOO_MANY_PROPERTIES = "TOO_MANY_PROPERTIES";

  /** Names and values of all properties together are longer than allowed. */
  public static final String PROPERTIES_TOO_LARGE = "PROPERTIES_TOO_LARGE";

  /** A property of the contract is there with a type or value that isn't allowed. */
  public static final String INVALID_PROPERTY = "INVALID_PROPERTY";

  /** A property of the contract is not there. */
  public static final String MISSING_PROPERTY = "MISSING_PROPERTY";

  /** A key or the namespace is longer than allowed. */
  public static final String KEY_TOO_LONG = "KEY_TOO_LONG";

  /** The address names one policy, the property another. */
  public static final String POLICY_CONFLICT = "POLICY_CONFLICT";

  private final String code;

  /**
   * A reason why the message is unfit.
   *
   * @param code a stable word, one of the constants here
   * @param detail a sentence for people: what, value, allowed
   */
  public UnfitMessage(String code, String detail) {
    super(detail);
    this.code = code;
  }

  /** The stable word. */
  public String code() {
    return code;
  }

  /** The sentence for people. */
  public String detail() {
    String detail = getMessage();
    return detail == null ? "" : detail;
  }
}
