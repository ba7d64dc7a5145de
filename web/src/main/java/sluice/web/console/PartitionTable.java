package sluice.web.console;

import java.time.Instant;
import java.util.List;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.observe.PageOf;
import sluice.ejb.observe.PartitionView;

/**
 * A page of a policy's partitions.
 *
 * @param asked what was asked for, with the page that there is
 * @param lines the rows; partitions of several gates that show the same share one
 * @param total how many there are, counted up to {@link PageOf#COUNTED}
 */
public record PartitionTable(PartitionQuestion asked, List<PartitionLine> lines, int total) {

  /** Asks the service; a page behind the last is the last. */
  static PartitionTable read(
      Figures figures, String policy, boolean paused, PartitionQuestion asked) {
    PageOf<PartitionView> page = page(figures, policy, asked);
    PartitionQuestion there = asked.onPage(Math.min(asked.page(), pages(page.total())));
    if (there.page() != asked.page()) {
      page = page(figures, policy, there);
    }
    Instant now = figures.databaseTime();
    List<PartitionLine> lines =
        page.rows().stream()
            .map(row -> new PartitionLine(row, Standing.of(row, paused, now)))
            .toList();
    return new PartitionTable(there, PartitionLine.merged(lines), page.total());
  }

  /** Number of the last page. */
  public int pages() {
    return pages(total);
  }

  /** Whether {@link #total} is only a lower bound. */
  public boolean more() {
    return total >= PageOf.COUNTED;
  }

  /** Steps to other pages. */
  public List<Steps.Step> steps() {
    return new Steps(asked.page(), pages()).all();
  }

  /** What a click on a column's head asks for: the other direction where it is sorted by it. */
  public String directionOf(String column) {
    return asked.sort().equals(column) && !asked.descending() ? "desc" : "asc";
  }

  /** For {@code aria-sort}. */
  public String ariaSort(String column) {
    if (!asked.sort().equals(column)) {
      return "none";
    }
    return asked.descending() ? "descending" : "ascending";
  }

  private static PageOf<PartitionView> page(Figures figures, String name, PartitionQuestion asked) {
    return figures.partitions(name, asked.source().isEmpty() ? null : asked.source(), asked.raw());
  }

  private static int pages(int total) {
    return Math.max(1, Math.ceilDiv(total, PageAsked.USUAL));
  }
}
