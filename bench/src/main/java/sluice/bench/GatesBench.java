package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import sluice.standalone.EmbeddedDatabase;

/**
 * What gates cost: the same jobs and lanes through a policy with none, with three and with eight.
 */
final class GatesBench implements Bench.Benchmark {
  private static final int ROUNDS = 3;
  private static final EngineRun RUN = new EngineRun(100_000, 10_000, 1_000);

  private static final String HEAD =
      """
      policy: bench
      destination: work.bench
      fairness: {key: '${tenant}'}
      """;
  private static final String THREE =
      HEAD
          + """
          gates:
            - {name: rate, type: throttle, key: '${pool}', rate: 1000000, period: PT1S}
            - {name: cap, type: concurrency, key: '${pool}', max: 1000000}
            - {name: all, type: globalCap, max: 1000000}
          """;
  private static final String EIGHT =
      THREE
          + """
            - {name: hourly, type: throttle, key: '${pool}', rate: 100000000, period: PT1H}
            - {name: daily, type: throttle, rate: 100000000, period: P1D}
            - {name: second-cap, type: concurrency, key: '${pool}', max: 900000}
            - {name: tuning, type: adaptiveConcurrency, initialMax: 900000, targetLag: PT1H, min: 900000, max: 1000000}
            - {name: third-cap, type: globalCap, max: 900000}
          """;

  @Override
  public void run(PrintStream out) throws Exception {
    Rounds none = new Rounds("no gates");
    Rounds three = new Rounds("3 gates");
    Rounds eight = new Rounds("8 gates");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      for (int round = 0; round < ROUNDS; round++) {
        none.add(RUN.jobs(), RUN.time(database, HEAD, EngineRun.Order.ONE_AFTER_THE_OTHER));
        three.add(RUN.jobs(), RUN.time(database, THREE, EngineRun.Order.ONE_AFTER_THE_OTHER));
        eight.add(RUN.jobs(), RUN.time(database, EIGHT, EngineRun.Order.ONE_AFTER_THE_OTHER));
      }
    }
    out.printf(
        "%n### gates: %,d jobs in %,d lanes, batches of %,d, %d rounds%n%n",
        RUN.jobs(), RUN.tenants(), RUN.batch(), ROUNDS);
    out.println(Rounds.head("no gates"));
    List.of(none, three, eight).forEach(r -> out.println(r.row(none)));
  }
}
