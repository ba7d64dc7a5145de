package sluice.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What watching costs: end-to-end throughput with everything of it on against nobody watching, in
 * pairs of rounds on one program, the first of a pair in turn with and without. The watchers run on
 * the same machine, so what they use themselves counts as cost.
 */
final class ObserveBench implements Bench.Benchmark {
  private static final int WARM = 3;
  private static final int PAIRS = 12;

  @Override
  public void run(PrintStream out) throws Exception {
    Rounds off = new Rounds("nobody watches");
    Rounds on = new Rounds("everything watched");
    List<Double> ratios = new ArrayList<>();
    long seen = 0;
    try (RunningSluice sluice = RunningSluice.start(Policies.THREE_BY_TENANT)) {
      int round = 0;
      for (int i = 0; i < WARM; i++) {
        EndToEndBench.round(sluice, round++);
      }
      for (int pair = 0; pair < PAIRS; pair++) {
        double[] nanos = new double[2];
        for (int which : pair % 2 == 0 ? new int[] {0, 1} : new int[] {1, 0}) {
          long took;
          if (which == 1) {
            try (Watchers watchers = new Watchers(sluice)) {
              took = EndToEndBench.round(sluice, round++);
              seen += watchers.read.sum();
            }
          } else {
            took = EndToEndBench.round(sluice, round++);
          }
          (which == 1 ? on : off).add(EndToEndBench.JOBS, took);
          nanos[which] = took;
        }
        ratios.add(nanos[0] / nanos[1]);
      }
    }
    print(out, off, on, ratios, seen);
  }

  private static void print(
      PrintStream out, Rounds off, Rounds on, List<Double> ratios, long seen) {
    out.printf(
        "%n### observe: %,d jobs a round, 100 tenants, 3 gates, %d pairs of rounds%n%n",
        EndToEndBench.JOBS, PAIRS);
    out.printf(
        "Watching: %d subscribers of events, a scrape and a reading of all management beans each second, two pages of the console every two seconds; %,d readings in all.%n%n",
        Watchers.SUBSCRIBERS, seen);
    out.println(Rounds.head("nobody watches"));
    List.of(off, on).forEach(rounds -> out.println(rounds.row(off)));
    List<Double> sorted = ratios.stream().sorted().toList();
    double mean = sorted.stream().mapToDouble(r -> r).average().orElse(0);
    double variance =
        sorted.stream().mapToDouble(r -> (r - mean) * (r - mean)).sum() / (sorted.size() - 1);
    out.printf(
        Locale.ROOT,
        "%nWatched ÷ not watched, pair by pair: median %.3f, mean %.3f ± %.3f (standard error), least %.3f, most %.3f.%n",
        (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2,
        mean,
        Math.sqrt(variance / sorted.size()),
        sorted.getFirst(),
        sorted.getLast());
  }
}
