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
  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.of(
              "console",
              new ConsoleBench(),
              "engine",
              new EngineBench(),
              "gates",
              new GatesBench(),
              "tick",
              new TickBench(),
              "end-to-end",
              new EndToEndBench(),
              "latency",
              new LatencyBench(),
              "neighbours",
              new NeighboursBench(),
              "upkeep",
              new UpkeepBench()));

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
