package sluice.core.expression;

/**
 * A policy's expression that is refused when the policy is saved. The message says what stands
 * where and what is allowed.
 */
public final class InvalidExpression extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int position;

  InvalidExpression(int position, String what) {
    super(position < 0 ? what : "character " + (position + 1) + ": " + what);
    this.position = position;
  }

  /** Index of the offending character in the source, from 0; −1 when it concerns the whole text. */
  public int position() {
    return position;
  }
}
