package sluice.web.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.web.chart.Sparkline;
import sluice.web.console.PartitionLine;
import sluice.web.console.Trouble;

/**
 * A partition that somebody watches, by the word {@code gate/key} that the address carries once for
 * each; a gate's name has no slash, a key may have what it likes.
 *
 * @param gate its gate
 * @param key its key
 * @param line its row; null: no job has named it yet
 * @param ended attempts that ended in each of the last 60 minutes, the one under way last
 */
public record Watched(String gate, String key, @Nullable PartitionLine line, List<Long> ended) {
  /** Most that are shown. */
  static final int MOST = 20;

  /** Partitions named by these words, each once; what is no name is left out. */
  static List<Watched> named(String @Nullable [] words) {
    Set<Watched> named = new LinkedHashSet<>();
    for (String word : words == null ? new String[0] : words) {
      String usable = Trouble.usable(word);
      int slash = usable.indexOf('/');
      if (slash > 0 && slash < usable.length() - 1 && named.size() < MOST) {
        named.add(
            new Watched(usable.substring(0, slash), usable.substring(slash + 1), null, List.of()));
      }
    }
    return new ArrayList<>(named);
  }

  /** As the address names it. */
  public String word() {
    return gate + "/" + key;
  }

  /** Attempts that ended, minute by minute. */
  public Sparkline spark() {
    return new Sparkline(ended);
  }

  /** Whether an attempt ended in the last hour. */
  public boolean quiet() {
    return ended.stream().allMatch(n -> n == 0);
  }

  /** Jobs in flight; none where no job has named it yet. */
  public int inFlight() {
    return line == null ? 0 : line.partition().inFlight();
  }
}
