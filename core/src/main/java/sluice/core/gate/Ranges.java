package sluice.core.gate;

import sluice.core.expression.Bounds;

/** What the numbers of a gate may be. Constants only. */
public final class Ranges {
  /** Of rate and max: 0 lets nothing go. */
  public static final Bounds LIMIT =
      new Bounds(0, GateRule.MAX_LIMIT, "a number from 0 to 1,000,000,000");

  /** Of burst, and of the numbers of adaptiveConcurrency: less than one job means never. */
  public static final Bounds AT_LEAST_ONE =
      new Bounds(1, GateRule.MAX_LIMIT, "a number of at least 1 (and at most 1,000,000,000)");

  private Ranges() {}
}
