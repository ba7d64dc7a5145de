package sluice.core.expression;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A duration of a policy: ISO-8601 text such as {@code PT1M}, or an expression that gives for each
 * job either such a text or a whole number of milliseconds. From {@link #MIN_MILLIS} to {@link
 * #MAX_MILLIS}, in whole milliseconds: a fraction is refused, never cut. Immutable, thread-safe.
 */
public final class DurationSetting implements Setting {
  /** One millisecond. */
  public static final long MIN_MILLIS = 1;

  /** 366 days. */
  public static final long MAX_MILLIS = Duration.ofDays(366).toMillis();

  /** What is allowed, in words. */
  public static final String ALLOWED =
      "an ISO-8601 duration in whole milliseconds from PT0.001S to P366D, like PT1M";

  private final String source;
  private final @Nullable Long literalMillis;
  private final @Nullable Expression expression;

  private DurationSetting(
      String source, @Nullable Long literalMillis, @Nullable Expression expression) {
    this.source = source;
    this.literalMillis = literalMillis;
    this.expression = expression;
  }

  /**
   * A fixed duration.
   *
   * @throws IllegalArgumentException with the allowed values in words
   */
  public static DurationSetting literal(String iso) {
    Long millis = millis(iso);
    if (millis == null) {
      throw new IllegalArgumentException(ALLOWED);
    }
    return new DurationSetting(iso, millis, null);
  }

  /**
   * A duration computed for each job; an expression that reads nothing of the job is computed here,
   * once.
   *
   * @throws InvalidExpression when a constant one gives another value than is allowed
   */
  public static DurationSetting computed(Expression expression) {
    if (!expression.constant()) {
      return new DurationSetting(expression.source(), null, expression);
    }
    try {
      Object value = expression.evaluate(Context.NOTHING);
      long millis = millis(expression, value == null ? "null" : value);
      return new DurationSetting(expression.source(), millis, null);
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
    return literalMillis != null;
  }

  @Override
  public Set<String> properties() {
    return expression == null ? Set.of() : expression.properties();
  }

  /** Milliseconds for one job; null when the expression gives null. */
  @Override
  public @Nullable Long value(Context context) {
    if (expression == null) {
      return literalMillis;
    }
    Object value = expression.evaluate(context);
    return value == null ? null : Long.valueOf(millis(expression, value));
  }

  private static long millis(Expression expression, Object value) {
    Long millis =
        switch (value) {
          case String text -> millis(text);
          case Number number -> millis(number.doubleValue());
          default -> null;
        };
    if (millis == null) {
      throw new EvaluationFailed(
          expression.source(),
          expression.properties(),
          "gives "
              + Shown.of(value)
              + ", which is not allowed; "
              + ALLOWED
              + ", or the milliseconds as a whole number");
    }
    return millis;
  }

  private static @Nullable Long millis(double number) {
    boolean whole = number == Math.rint(number);
    return whole && number >= MIN_MILLIS && number <= MAX_MILLIS ? (long) number : null;
  }

  private static @Nullable Long millis(String iso) {
    if (iso.length() > 40) {
      return null;
    }
    try {
      Duration duration = Duration.parse(iso);
      boolean inRange =
          duration.compareTo(Duration.ofMillis(MIN_MILLIS)) >= 0
              && duration.compareTo(Duration.ofMillis(MAX_MILLIS)) <= 0;
      return inRange && duration.equals(Duration.ofMillis(duration.toMillis()))
          ? duration.toMillis()
          : null;
    } catch (DateTimeParseException | ArithmeticException e) {
      return null;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DurationSetting that && source.equals(that.source);
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
