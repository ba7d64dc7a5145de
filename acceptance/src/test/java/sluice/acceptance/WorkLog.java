package sluice.acceptance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What workers did, by their own clock: the judge of what ran and how many at once. Thread-safe.
 */
final class WorkLog {
  /**
   * One run of a job.
   *
   * @param admittedMillis when the attempt was admitted, as the message says
   */
  record Run(
      String job,
      int attempt,
      String key,
      long startedNanos,
      long endedNanos,
      long admittedMillis) {}

  private final List<Run> runs = new ArrayList<>();

  synchronized void add(Run run) {
    runs.add(run);
  }

  synchronized List<Run> runs() {
    return List.copyOf(runs);
  }

  synchronized int size() {
    return runs.size();
  }

  /** Different jobs that ran. */
  Set<String> jobs() {
    Set<String> jobs = new HashSet<>();
    runs().forEach(run -> jobs.add(run.job()));
    return jobs;
  }

  /** Most runs at once, by key. */
  Map<String, Integer> mostAtOnce() {
    Map<String, List<long[]>> edges = new HashMap<>();
    for (Run run : runs()) {
      List<long[]> ofKey = edges.computeIfAbsent(run.key(), k -> new ArrayList<>());
      ofKey.add(new long[] {run.startedNanos(), 1});
      ofKey.add(new long[] {run.endedNanos(), -1});
    }
    Map<String, Integer> most = new TreeMap<>();
    edges.forEach((key, list) -> {
      list.sort((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
      int now = 0;
      int peak = 0;
      for (long[] edge : list) {
        now += (int) edge[1];
        peak = Math.max(peak, now);
      }
      most.put(key, peak);
    });
    return most;
  }

  /** Most admissions in any window of this length, by the messages' own stamps. */
  int mostAdmittedWithin(Duration window) {
    long[] at = runs().stream().mapToLong(Run::admittedMillis).sorted().toArray();
    int most = 0;
    int from = 0;
    for (int to = 0; to < at.length; to++) {
      while (at[to] - at[from] >= window.toMillis()) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  /** Admissions within this time of the first. */
  long admittedAfterFirst(Duration time) {
    long first = runs().stream().mapToLong(Run::admittedMillis).min().orElseThrow();
    return runs().stream().filter(r -> r.admittedMillis() - first < time.toMillis()).count();
  }

  /** When the first job of a key began, by the workers' clock. */
  long firstStart(String key) {
    return runs().stream()
        .filter(r -> r.key().equals(key))
        .mapToLong(Run::startedNanos)
        .min()
        .orElseThrow();
  }

  /** Starts within this time of the first, by the workers' clock. */
  long startsAfterFirst(Duration time) {
    long first = runs().stream().mapToLong(Run::startedNanos).min().orElseThrow();
    return runs().stream().filter(r -> r.startedNanos() - first < time.toNanos()).count();
  }
}
