package sluice.core.expression;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A number of a policy: a literal, or an expression that gives one for each job. A text is never
 * read as a number, not even {@code "12"}: the producer sends numbers as numbers. Immutable,
 * thread-safe.
 */
public final class NumberSetting implements Setting {
  private final String source;
  private final Bounds bounds;
  private final @Nullable Double literal;
  private final @Nullable Expression expression;

  private NumberSetting(
      String source, Bounds bounds, @Nullable Double literal, @Nullable Expression expression) {
    this.source = source;
    this.bounds = bounds;
    this.literal = literal;
    this.expression = expression;
  }

  /**
   * A fixed number.
   *
   * @throws IllegalArgumentException with the bounds in words when the value is outside them
   */
  public static NumberSetting literal(double value, Bounds bounds) {
    if (!bounds.accept(value)) {
      throw new IllegalArgumentException(bounds.allowed());
    }
    return new NumberSetting(Scalars.text(value), bounds, value, null);
  }

  /**
   * A number computed for each job; an expression that reads nothing of the job is computed here,
   * once.
   *
   * @throws InvalidExpression when the expression can never give a number, or a constant one gives
   *     another value than is allowed
   */
  public static NumberSetting computed(Expression expression, Bounds bounds) {
    if (!expression.single()) {
      throw new InvalidExpression(
          -1, "text around the expression makes it a text; " + bounds.allowed());
    }
    if (!expression.constant()) {
      return new NumberSetting(expression.source(), bounds, null, expression);
    }
    try {
      Object value = expression.evaluate(Context.NOTHING);
      double number = number(expression, bounds, value == null ? "null" : value);
      return new NumberSetting(expression.source(), bounds, number, null);
    } catch (EvaluationFailed e) {
      throw new InvalidExpression(-1, e.why());
    }
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public boolean constant() {
    return literal != null;
  }

  @Override
  public Set<String> properties() {
    return expression == null ? Set.of() : expression.properties();
  }

  @Override
  public @Nullable Double value(Context context) {
    if (expression == null) {
      return literal;
    }
    Object value = expression.evaluate(context);
    return value == null ? null : Double.valueOf(number(expression, bounds, value));
  }

  private static double number(Expression expression, Bounds bounds, Object value) {
    if (value instanceof Number number && bounds.accept(number.doubleValue())) {
      return number.doubleValue();
    }
    throw new EvaluationFailed(
        expression.source(),
        expression.properties(),
        "gives "
            + (value instanceof String ? "the text " : "")
            + Shown.of(value)
            + ", which is not allowed; "
            + bounds.allowed());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NumberSetting that
        && source.equals(that.source)
        && bounds.equals(that.bounds);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return source;
  }
}
