package sluice.ejb.observe;

import java.util.List;

/**
 * A page of a list.
 *
 * @param rows in the order asked for
 * @param asked which page it is
 * @param total how many rows match, counted no further than {@value #COUNTED}
 * @param <T> a row
 */
public record PageOf<T>(List<T> rows, PageAsked asked, int total) {
  /** Where counting stops. */
  public static final int COUNTED = 100_000;

  /** Whether {@link #total} is only a lower bound. */
  public boolean more() {
    return total >= COUNTED;
  }
}
