package sluice.core.expression;

import org.jspecify.annotations.Nullable;

/** The values an expression may give, and how they read as text. No state, thread-safe. */
final class Scalars {
  private static final double WHOLE_NUMBERS_ARE_EXACT_BELOW = 1L << 53;

  private Scalars() {}

  /** Whole numbers without a fraction ({@code 5.0} reads 5), others as Java writes them. */
  static String text(Object value) {
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (number == Math.rint(number) && Math.abs(number) < WHOLE_NUMBERS_ARE_EXACT_BELOW) {
        return Long.toString((long) number);
      }
    }
    return String.valueOf(value);
  }

  /** Whether the value is one that may leave an expression. */
  static boolean allowed(@Nullable Object value) {
    return value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Double
        || value instanceof Float
        || value instanceof Short
        || value instanceof Byte;
  }
}
