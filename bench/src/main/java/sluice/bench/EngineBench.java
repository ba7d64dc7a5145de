package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import sluice.standalone.EmbeddedDatabase;

/**
 * Staged in bulk, ticked, settled, without the broker: what the engine costs beside bare SQL, each
 * step after the other on one connection, and the three at the same time as the program runs them.
 * Peers run in the same rounds.
 */
final class EngineBench implements Bench.Benchmark {
  private static final int ROUNDS = 5;

  /** Until the compiler has settled; the peers take as many to be at their best. */
  private static final int WARM_UPS = 4;

  private static final EngineRun RUN = new EngineRun(20_000, 100, 1_000);

  @Override
  public void run(PrintStream out) throws Exception {
    Path folder = Files.createTempDirectory("sluice-bench");
    Rounds floor = new Rounds("bare-SQL floor");
    Rounds none = new Rounds("no gates, one step after the other");
    Rounds three = new Rounds("3 gates, one step after the other");
    Rounds together = new Rounds("3 gates, the steps at the same time");
    Peers peers = new Peers();
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder, 0, "bench")) {
      for (int round = -WARM_UPS; round < ROUNDS; round++) {
        long bare;
        try (Connection connection = EngineRun.dataSource(database).getConnection()) {
          bare = Floor.run(connection, RUN.jobs());
        }
        long without = RUN.time(database, Policies.NO_GATES, EngineRun.Order.ONE_AFTER_THE_OTHER);
        long with =
            RUN.time(database, Policies.THREE_BY_TENANT, EngineRun.Order.ONE_AFTER_THE_OTHER);
        long at = RUN.time(database, Policies.THREE_BY_TENANT, EngineRun.Order.AT_THE_SAME_TIME);
        if (round >= 0) {
          floor.add(RUN.jobs(), bare);
          none.add(RUN.jobs(), without);
          three.add(RUN.jobs(), with);
          together.add(RUN.jobs(), at);
        }
        peers.round(EngineRun.dataSource(database), round >= 0);
      }
    }
    out.printf(
        "%n### engine: %,d jobs, batches of %,d, %d tenants, %d rounds after %d to warm up%n%n",
        RUN.jobs(), RUN.batch(), RUN.tenants(), ROUNDS, WARM_UPS);
    out.println(Rounds.head());
    List.of(floor, none, three, together).forEach(r -> out.println(r.row(floor)));
    peers.print(out, floor, together);
  }
}
