package sluice.core.expression;

/**
 * The numbers that a setting may take, both ends included. Immutable, thread-safe.
 *
 * @param min smallest allowed value
 * @param max largest allowed value
 * @param allowed the same in words, to complete "… is not allowed; "
 */
public record Bounds(double min, double max, String allowed) {
  /** Whether the value is a number within the bounds; NaN and the infinities never are. */
  public boolean accept(double value) {
    return Double.isFinite(value) && value >= min && value <= max;
  }
}
