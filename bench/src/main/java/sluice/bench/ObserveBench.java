package sluice.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What watching costs: end-to-end throughput with nobody watching, with each kind of it alone and
 * with all at once, in turns on one program; each turn begins with another of them. Watchers run on
 * the same machine, so what they use themselves counts as cost; the processor time of both sides
 * tells them apart.
 */
final class ObserveBench implements Bench.Benchmark {
  private static final int WARM = 4;
  private static final int TURNS = 7;
  private static final String NOBODY = "nobody";

  private static final Map<String, Set<Watchers.Kind>> WAYS = ways();

  private static Map<String, Set<Watchers.Kind>> ways() {
    Map<String, Set<Watchers.Kind>> ways = new LinkedHashMap<>();
    ways.put(NOBODY, Set.of());
    for (Watchers.Kind kind : Watchers.Kind.values()) {
      ways.put(kind.words(), Set.of(kind));
    }
    ways.put("all of them", Set.of(Watchers.Kind.values()));
    return Collections.unmodifiableMap(ways);
  }

  /**
   * One round.
   *
   * @param rate jobs a second
   * @param application processor seconds of the application
   * @param outside those of producers, workers and watchers
   */
  private record Round(double rate, double application, double outside) {}

  @Override
  public void run(PrintStream out) throws Exception {
    Map<String, List<Round>> rounds = new LinkedHashMap<>();
    WAYS.keySet().forEach(way -> rounds.put(way, new ArrayList<>()));
    List<String> order = new ArrayList<>(WAYS.keySet());
    try (RunningSluice sluice = RunningSluice.start(Policies.THREE_BY_TENANT)) {
      int number = 0;
      for (int i = 0; i < WARM; i++) {
        EndToEndBench.round(sluice, number++);
      }
      for (int turn = 0; turn < TURNS; turn++) {
        for (String way : order) {
          try (Watchers watchers = new Watchers(sluice, WAYS.getOrDefault(way, Set.of()))) {
            rounds.getOrDefault(way, List.of()).add(round(sluice, number++));
          }
        }
        Collections.rotate(order, 1);
      }
    }
    print(out, rounds);
  }

  private static Round round(RunningSluice sluice, int number) throws InterruptedException {
    ProcessHandle application = sluice.application();
    double before = seconds(application);
    double outsideBefore = seconds(ProcessHandle.current());
    long nanos = EndToEndBench.round(sluice, number);
    return new Round(
        EndToEndBench.JOBS / (nanos / 1e9),
        seconds(application) - before,
        seconds(ProcessHandle.current()) - outsideBefore);
  }

  private static double seconds(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  private static void print(PrintStream out, Map<String, List<Round>> rounds) {
    out.printf(
        "%n### observe: %,d jobs a round, 100 tenants, 3 gates, %d turns%n%n",
        EndToEndBench.JOBS, TURNS);
    out.println(
        "| who watches | jobs/s, median | least | most | ÷ nobody, of the same turn: median | least | most | processor s of the application | of those outside |");
    out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    List<Round> base = rounds.getOrDefault(NOBODY, List.of());
    rounds.forEach((way, all) -> {
      List<Double> rates = all.stream().map(Round::rate).sorted().toList();
      List<Double> ratios = new ArrayList<>();
      for (int turn = 0; turn < all.size(); turn++) {
        ratios.add(all.get(turn).rate() / base.get(turn).rate());
      }
      Collections.sort(ratios);
      out.printf(
          Locale.ROOT,
          "| %s | %,.0f | %,.0f | %,.0f | %.2f | %.2f | %.2f | %.1f | %.1f |%n",
          way,
          rates.get(rates.size() / 2),
          rates.getFirst(),
          rates.getLast(),
          ratios.get(ratios.size() / 2),
          ratios.getFirst(),
          ratios.getLast(),
          all.stream().mapToDouble(Round::application).average().orElse(0),
          all.stream().mapToDouble(Round::outside).average().orElse(0));
    });
  }
}
