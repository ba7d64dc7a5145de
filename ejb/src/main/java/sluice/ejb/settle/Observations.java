package sluice.ejb.settle;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import sluice.core.job.Outcome;
import sluice.core.settlement.LagBuckets;
import sluice.ejb.partition.PartitionRow;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * What one batch says of the partitions it released slots of, and of the queue lags of its
 * policies. Collect, then {@link #insert} once: one row, appended, so settlers of a hot partition
 * never meet. An attempt that ended with "later" says nothing. Not thread-safe.
 */
final class Observations {
  private static final SqlStatement OBSERVE = SqlStatement.named("settle/observe_partitions");

  private final Map<AttemptRef, Completion> words;
  private final List<Line> lines = new ArrayList<>();
  private final Map<Integer, Map<Integer, Integer>> lags = new TreeMap<>();

  Observations(Map<AttemptRef, Completion> words) {
    this.words = words;
  }

  private record Line(
      int policy, long partition, Count ended, Lag lag, @Nullable Integer currentMax) {}

  private record Count(int all, int failed) {}

  private record Lag(int started, long sum, long max) {}

  /** Notes the queue lag of an attempt, once for its policy. */
  void lag(Attempt attempt) {
    Completion word = Settler.word(words, attempt);
    if (word.startedAt() != null && word.outcome() != Outcome.LATER) {
      lags.computeIfAbsent(attempt.policyId(), p -> new TreeMap<>())
          .merge(LagBuckets.of(attempt.lagMillis(word.startedAt())), 1, Integer::sum);
    }
  }

  /**
   * Notes the attempts that held a slot of a partition; of namespaces' quotas nothing is kept.
   *
   * @param currentMax what an adaptive gate stands at now; null for the others
   */
  void partition(PartitionRow row, List<Attempt> held, @Nullable Integer currentMax) {
    int ended = 0;
    int failed = 0;
    int started = 0;
    long sum = 0;
    long max = 0;
    for (Attempt attempt : held) {
      Completion word = Settler.word(words, attempt);
      if (word.outcome() == Outcome.LATER) {
        continue;
      }
      ended++;
      failed += word.outcome() == Outcome.SUCCESS ? 0 : 1;
      if (word.startedAt() != null) {
        long lag = attempt.lagMillis(word.startedAt());
        started++;
        sum += lag;
        max = Math.max(max, lag);
      }
    }
    if (ended > 0 && !row.isQuota()) {
      Count count = new Count(ended, failed);
      lines.add(new Line(row.policyId(), row.id(), count, new Lag(started, sum, max), currentMax));
    }
  }

  /** Appends the row, as part of a pipeline; nothing if nothing was noted. */
  void insert(Pipeline pipeline) throws SQLException {
    if (lines.isEmpty() && lags.isEmpty()) {
      return;
    }
    List<int[]> buckets = new ArrayList<>();
    lags.forEach((policy, counts) ->
        counts.forEach((bucket, count) -> buckets.add(new int[] {policy, bucket, count})));
    pipeline.add(
        pipeline
            .on(OBSERVE)
            .integers("policies", ints(Line::policy))
            .bigints("partitions", longs(Line::partition))
            .integers("ended", ints(l -> l.ended().all()))
            .integers("failed", ints(l -> l.ended().failed()))
            .integers("started", ints(l -> l.lag().started()))
            .bigints("lags_ms", longs(l -> l.lag().sum()))
            .bigints("max_lags_ms", longs(l -> l.lag().max()))
            .bigints("current_maxes", currentMaxes())
            .integers("lag_policies", buckets.stream().mapToInt(b -> b[0]).toArray())
            .integers("lag_buckets", buckets.stream().mapToInt(b -> b[1]).toArray())
            .integers("lag_attempts", buckets.stream().mapToInt(b -> b[2]).toArray()));
  }

  private @Nullable Long[] currentMaxes() {
    @Nullable Long[] maxes = new Long[lines.size()];
    for (int i = 0; i < maxes.length; i++) {
      Integer max = lines.get(i).currentMax();
      maxes[i] = max == null ? null : Long.valueOf(max);
    }
    return maxes;
  }

  private int[] ints(ToLongFunction<Line> field) {
    return lines.stream().mapToInt(line -> Math.toIntExact(field.applyAsLong(line))).toArray();
  }

  private long[] longs(ToLongFunction<Line> field) {
    return lines.stream().mapToLong(field).toArray();
  }
}
