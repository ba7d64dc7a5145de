package sluice.web.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.PageAsked;

/**
 * Pages of a list whose length is known, and steps between them.
 *
 * @param page the one that is shown, from 1; one behind the last is the last
 * @param pages how many there are, at least 1
 */
public record Steps(int page, int pages) {
  private static final int LAST_PAGE = 1_000_000;

  /**
   * A step to another page.
   *
   * @param title what to press
   * @param page where it leads
   * @param possible whether that is another page that there is
   */
  public record Step(String title, int page, boolean possible) {}

  /** The page that a text asks for; the first if it makes no sense. */
  public static int asked(@Nullable String text) {
    try {
      return PageAsked.number("page", text, 1, 1, LAST_PAGE);
    } catch (BadQuestion e) {
      return 1;
    }
  }

  /** The page asked for of a list. */
  public static Steps of(@Nullable String asked, int total, int size) {
    int pages = Math.max(1, Math.ceilDiv(total, size));
    return new Steps(Math.min(asked(asked), pages), pages);
  }

  /** First, previous, next, last. */
  public List<Step> all() {
    return List.of(
        new Step("First", 1, page > 1),
        new Step("Previous", page - 1, page > 1),
        new Step("Next", page + 1, page < pages),
        new Step("Last", pages, page < pages));
  }
}
