package sluice.web.api;

import java.util.List;

/**
 * A part of a list and whether there is more behind it.
 *
 * @param items the part
 * @param more whether it is not the last
 * @param <T> what is listed
 */
record Stretch<T>(List<T> items, boolean more) {
  /**
   * Of what was found when one more was asked for.
   *
   * @param most items of a part
   */
  static <T> Stretch<T> of(List<T> found, int most) {
    boolean more = found.size() > most;
    return new Stretch<>(more ? found.subList(0, most) : found, more);
  }

  /** The last of it, behind which the next part begins. */
  T last() {
    return items.getLast();
  }
}
