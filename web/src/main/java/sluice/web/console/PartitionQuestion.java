package sluice.web.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.PageAsked;

/**
 * Which partitions the address of a page asks for. Whatever it says, what comes out makes sense:
 * words that do not are left out.
 *
 * @param source the gate; empty = all
 * @param filter part of a key; empty = all
 * @param sort a column
 * @param descending largest first
 * @param page from 1
 */
public record PartitionQuestion(
    String source, String filter, String sort, boolean descending, int page) {
  /** Columns that can be sorted by, the usual one first. */
  private static final List<String> SORTS =
      Column.OF_PARTITIONS.stream().map(Column::sort).filter(sort -> !sort.isEmpty()).toList();

  private static final int LONGEST_SOURCE = 100;
  private static final int LONGEST_FILTER = 512;

  /**
   * Reads the parameters of a request.
   *
   * @param keyedGates how many gates of the policy have keys: with several, the usual order is by
   *     key, so that what is of one key stands together
   */
  static PartitionQuestion of(Map<String, String> parameters, long keyedGates) {
    String usual = keyedGates > 1 ? "key" : SORTS.getFirst();
    return new PartitionQuestion(
        text(parameters.get("source"), LONGEST_SOURCE),
        text(parameters.get("q"), LONGEST_FILTER),
        word(parameters.get("sort"), SORTS, usual),
        word(parameters.get("dir"), List.of("asc", "desc"), "asc").equals("desc"),
        Steps.asked(parameters.get("page")));
  }

  /** The same list on another page. */
  PartitionQuestion onPage(int number) {
    return new PartitionQuestion(source, filter, sort, descending, number);
  }

  /** For the service, which counts pages from 0. */
  PageAsked.Raw raw() {
    return new PageAsked.Raw(
        Integer.toString(page - 1), null, sort, descending ? "desc" : "asc", filter);
  }

  private static String text(@Nullable String given, int longest) {
    try {
      String text = PageAsked.text("text", given, longest);
      return text == null ? "" : text;
    } catch (BadQuestion e) {
      return "";
    }
  }

  private static String word(@Nullable String given, List<String> allowed, String usual) {
    return given != null && allowed.contains(given) ? given : usual;
  }
}
