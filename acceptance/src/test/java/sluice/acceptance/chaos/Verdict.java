package sluice.acceptance.chaos;

import java.util.List;
import java.util.Map;

/**
 * What the judge says.
 *
 * @param violations what must not be, in words; empty = all is well
 * @param lost attempts that were declared lost, by why they may be
 * @param peaks most at once, by limit
 */
record Verdict(
    Figures figures, List<String> violations, Map<String, Integer> lost, List<Peak> peaks) {
  /**
   * Numbers.
   *
   * @param jobs different jobs that were done
   * @param attempts attempts that a worker began
   * @param doneAgain jobs of which more than one attempt came to its end with success
   */
  record Figures(int jobs, int attempts, int doneAgain) {}

  /** Most at once of the busiest partition of a gate. */
  record Peak(String gate, int most, int limit) {}

  boolean isClean() {
    return violations.isEmpty();
  }
}
