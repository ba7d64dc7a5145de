package sluice.standalone.demo;

import java.util.SplittableRandom;

/**
 * How an attempt ends. Drawn from the job's row, round and attempt and nothing else, so every run
 * of the demo meets the same mishaps: 3 % of the attempts fail, 1.5 % of the first attempts come
 * back later, one of a thousand is beyond help.
 */
enum Fate {
  SUCCESS,
  FAILURE,
  LATER,
  REJECT;

  private static final long SEED = 20_130_101;
  private static final double REJECTED = 0.001;
  private static final double FAILED = REJECTED + 0.03;
  private static final double PUT_OFF = FAILED + 0.015;

  /** The fate of one attempt. Only a first attempt is put off, so that none is for ever. */
  static Fate of(int row, int round, int attempt) {
    long seed = ((SEED * 31 + round) * 1_000_003 + row) * 31 + attempt;
    double drawn = new SplittableRandom(seed).nextDouble();
    if (drawn < REJECTED) {
      return REJECT;
    }
    if (drawn < FAILED) {
      return FAILURE;
    }
    return drawn < PUT_OFF && attempt == 1 ? LATER : SUCCESS;
  }
}
