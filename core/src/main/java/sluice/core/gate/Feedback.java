package sluice.core.gate;

/**
 * How strongly adaptiveConcurrency reacts. Immutable, thread-safe.
 *
 * @param ewmaAlpha weight of the newest lag in the average, above 0 and at most 1
 * @param failureDecreaseFactor the current max is multiplied by it on failure, between 0 and 1
 * @param overloadDecreaseFactor the current max is multiplied by it when the average lag is over
 *     the target, between 0 and 1
 */
public record Feedback(
    double ewmaAlpha, double failureDecreaseFactor, double overloadDecreaseFactor) {

  /** 0.5, 0.5, 0.95. */
  public static final Feedback DEFAULT = new Feedback(0.5, 0.5, 0.95);

  /**
   * @throws IllegalArgumentException when a number is outside its range
   */
  public Feedback {
    if (!(ewmaAlpha > 0 && ewmaAlpha <= 1)) {
      throw new IllegalArgumentException("ewmaAlpha " + ewmaAlpha + ": above 0 and at most 1");
    }
    if (!decreases(failureDecreaseFactor) || !decreases(overloadDecreaseFactor)) {
      throw new IllegalArgumentException(
          "decrease factors "
              + failureDecreaseFactor
              + ", "
              + overloadDecreaseFactor
              + ": between 0 and 1");
    }
  }

  private static boolean decreases(double factor) {
    return factor > 0 && factor < 1;
  }
}
