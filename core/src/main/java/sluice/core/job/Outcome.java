package sluice.core.job;

import java.util.Locale;
import java.util.Optional;

/**
 * A worker's last word on an attempt ({@code sluice_outcome}), or {@link #LOST} when no word came
 * before the lease ended.
 */
public enum Outcome {
  /** The work is done. */
  SUCCESS,
  /** The attempt failed: counts one, tried again by the policy's retry rule. */
  FAILURE,
  /** Poison: no other attempt, the job goes to the dead jobs. */
  REJECT,
  /** Not now: no attempt used, back to the lane. */
  LATER,
  /** Nobody said a word within the lease. Never sent by a worker. */
  LOST;

  /** The word on the wire, in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The outcome that a worker may send by this word; empty for any other text. */
  public static Optional<Outcome> ofWord(String word) {
    return switch (word) {
      case "success" -> Optional.of(SUCCESS);
      case "failure" -> Optional.of(FAILURE);
      case "reject" -> Optional.of(REJECT);
      case "later" -> Optional.of(LATER);
      default -> Optional.empty();
    };
  }
}
