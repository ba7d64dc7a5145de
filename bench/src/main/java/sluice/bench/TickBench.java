package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.standalone.EmbeddedDatabase;

/**
 * A tick of 500 admissions through three gates, by how many lanes there are and how much waits.
 * What was admitted is settled before the next tick, outside the time taken.
 */
final class TickBench implements Bench.Benchmark {
  private static final int BUDGET = 500;
  private static final int WARM = 10;
  private static final int TICKS = 60;
  private static final int POOLS = 100;

  private static final String POLICY =
      """
      policy: bench
      destination: work.bench
      fairness: {key: '${tenant}'}
      gates:
        - {name: rate, type: throttle, key: '${pool}', rate: 1000000, period: PT1S}
        - {name: cap, type: concurrency, key: '${pool}', max: 100000}
        - {name: all, type: globalCap, max: 1000000}
      """;

  /** How much there is; {@code asleep}: every second pool is full, its lanes sleep. */
  private record Backlog(int lanes, int jobs, boolean asleep) {}

  private static final List<Backlog> BACKLOGS =
      List.of(
          new Backlog(100, 100_000, false),
          new Backlog(100, 1_000_000, false),
          new Backlog(10_000, 1_000_000, false),
          new Backlog(100_000, 1_000_000, false),
          new Backlog(100_000, 1_000_000, true),
          new Backlog(1_000_000, 1_000_000, false));

  @Override
  public void run(PrintStream out) throws Exception {
    out.printf("%n### tick: %d admissions, 3 gates, %d ticks each%n%n", BUDGET, TICKS);
    out.println(
        "| lanes | jobs waiting | asleep | p50 ms | p95 ms | most ms |\n|---:|---:|---|---:|---:|---:|");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      for (Backlog backlog : BACKLOGS) {
        List<Long> nanos = ticks(database, backlog);
        out.printf(
            Locale.ROOT,
            "| %,d | %,d | %s | %.1f | %.1f | %.1f |%n",
            backlog.lanes(),
            backlog.jobs(),
            backlog.asleep() ? "half" : "none",
            nanos.get(TICKS / 2) / 1e6,
            nanos.get(TICKS * 95 / 100) / 1e6,
            nanos.getLast() / 1e6);
      }
    }
  }

  private static List<Long> ticks(EmbeddedDatabase database, Backlog backlog) throws SQLException {
    PGSimpleDataSource own = EngineRun.dataSource(database);
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema if exists sluice cascade");
    }
    Bed bed = new Bed(own, POLICY, BUDGET);
    fill(own, backlog);
    List<Long> nanos = new ArrayList<>();
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      for (int i = -WARM; i < TICKS; i++) {
        long began = System.nanoTime();
        List<AdmittedJob> admitted = bed.tick(connection);
        long took = System.nanoTime() - began;
        if (admitted.size() != BUDGET || bed.settle(connection, admitted) != BUDGET) {
          throw new IllegalStateException("a tick admitted " + admitted.size());
        }
        if (i >= 0) {
          nanos.add(took);
        }
      }
    }
    nanos.sort(Long::compare);
    return nanos;
  }

  /** The rows that staging and folding so many jobs leave. */
  private static void fill(PGSimpleDataSource own, Backlog backlog) throws SQLException {
    int each = backlog.jobs() / backlog.lanes();
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "insert into namespace (name) values ('default')",
              "insert into gate_partition (policy_id, gate, key) values (0, 'quota', 'default')",
              "insert into gate_partition (policy_id, gate, key, tokens, refilled_at) select p.id, g, 'pool-' || n, 1000000, clock_timestamp() from policy p, unnest(array['rate', 'cap']) g, generate_series(0, %d) n"
                  .formatted(POOLS - 1),
              "insert into gate_partition (policy_id, gate, key) select id, 'all', '(all)' from policy",
              "insert into namespace_turn (policy_id, namespace, ready) select id, 'default', true from policy",
              "insert into share (policy_id, namespace, key, ready, turn_id) select p.id, 'default', 'tenant-' || n, not (%b and n %% 2 = 1), t.id from policy p, namespace_turn t, generate_series(0, %d) n"
                  .formatted(backlog.asleep(), backlog.lanes() - 1),
              """
              insert into lane (policy_id, keying_version, share_id, partitions, pending, ready, blocked_by, turn_id)
              select s.policy_id, 1, s.id, array[q.id, r.id, c.id, a.id], %d, s.ready, case when not s.ready then c.id end, s.turn_id
              from share s
              join gate_partition q on q.policy_id = 0
              join gate_partition r on r.policy_id = s.policy_id and r.gate = 'rate' and r.key = 'pool-' || (substr(s.key, 8)::integer %% %d)
              join gate_partition c on c.policy_id = s.policy_id and c.gate = 'cap' and c.key = r.key
              join gate_partition a on a.policy_id = s.policy_id and a.gate = 'all'
              order by s.id\
              """
                  .formatted(each, POOLS),
              "insert into waiter (partition_id, policy_id) select distinct blocked_by, policy_id from lane where blocked_by is not null",
              "insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, namespace, head, body) select row_number() over (), l.policy_id, l.id, 'pending', 4, clock_timestamp(), clock_timestamp(), 'default', decode(repeat('00', 100), 'hex'), decode(repeat('00', 300), 'hex') from generate_series(1, %d) n, lane l"
                  .formatted(each),
              "update policy set accepted = %1$d, pending = %1$d".formatted(backlog.jobs()),
              "vacuum analyze")) {
        statement.execute(sql);
      }
    }
  }
}
