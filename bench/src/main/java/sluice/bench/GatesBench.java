package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import sluice.standalone.EmbeddedDatabase;

/**
 * What gates cost: the same jobs and lanes through a policy with none, with three and with eight.
 */
final class GatesBench implements Bench.Benchmark {
  private static final int ROUNDS = 5;
  private static final EngineRun RUN = new EngineRun(100_000, 10_000, 1_000);

  @Override
  public void run(PrintStream out) throws Exception {
    Rounds none = new Rounds("no gates");
    Rounds three = new Rounds("3 gates");
    Rounds eight = new Rounds("8 gates");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      for (int round = 0; round < ROUNDS; round++) {
        none.add(
            RUN.jobs(), RUN.time(database, Policies.NO_GATES, EngineRun.Order.ONE_AFTER_THE_OTHER));
        three.add(
            RUN.jobs(),
            RUN.time(database, Policies.THREE_BY_POOL, EngineRun.Order.ONE_AFTER_THE_OTHER));
        eight.add(
            RUN.jobs(), RUN.time(database, Policies.EIGHT, EngineRun.Order.ONE_AFTER_THE_OTHER));
      }
    }
    out.printf(
        "%n### gates: %,d jobs in %,d lanes, batches of %,d, %d rounds%n%n",
        RUN.jobs(), RUN.tenants(), RUN.batch(), ROUNDS);
    out.println(Rounds.head("no gates"));
    List.of(none, three, eight).forEach(r -> out.println(r.row(none)));
  }
}
