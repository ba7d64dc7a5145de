package sluice.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Entry of {@code ./sluice bench [name]}. Without a name: all, one after the other. Exit code 2 for
 * a name that is not known.
 */
public final class Bench {
  /** One a line: {@code ./sluice} reads the names here, before anything is built. */
  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("churn", new ChurnBench()),
              Map.entry("console", new ConsoleBench()),
              Map.entry("end-to-end", new EndToEndBench()),
              Map.entry("engine", new EngineBench()),
              Map.entry("gates", new GatesBench()),
              Map.entry("latency", new LatencyBench()),
              Map.entry("memory", new MemoryBench()),
              Map.entry("neighbours", new NeighboursBench()),
              Map.entry("observe", new ObserveBench()),
              Map.entry("release", new ReleaseBench()),
              Map.entry("settle", new SettleBench()),
              Map.entry("stage", new StageBench()),
              Map.entry("start", new StartBench()),
              Map.entry("tick", new TickBench()),
              Map.entry("upkeep", new UpkeepBench())));

  private Bench() {}

  /** One benchmark. */
  interface Benchmark {
    /** Measures and prints its table. */
    void run(PrintStream out) throws Exception;
  }

  /** Runs the benchmarks named. */
  public static void main(String[] names) throws Exception {
    List<String> wanted = names.length == 0 ? List.copyOf(ALL.keySet()) : List.of(names);
    for (String name : wanted) {
      if (!ALL.containsKey(name)) {
        System.err.println(
            "no benchmark " + name + "; there are " + String.join(", ", ALL.keySet()));
        System.exit(2);
      }
    }
    for (String name : wanted) {
      Benchmark benchmark = ALL.get(name);
      if (benchmark != null) {
        benchmark.run(System.out);
      }
    }
    System.exit(0);
  }
}
