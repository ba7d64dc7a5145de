package sluice.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.ejb.auditor.Auditor;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.upkeep.Chore;
import sluice.ejb.upkeep.Chores;
import sluice.ejb.upkeep.Retention;
import sluice.ejb.upkeep.StandardChores;
import sluice.standalone.EmbeddedDatabase;

/**
 * What a tick feels of housekeeping: 1,000,000 jobs that are over, half of them past their
 * retention, 1,000,000 that wait in 100,000 lanes, 50,000 attempts whose lease has ended. Ticks
 * alone, then while chores, auditor and reaper work without a pause.
 */
final class UpkeepBench implements Bench.Benchmark {
  private static final int BUDGET = 500;
  private static final int TICKS = 200;
  private static final int REAPED_AT_ONCE = 500;
  private static final int EXPIRED = 50_000;
  private static final Backlog BACKLOG = new Backlog(100_000, 1_000_000, false);

  /** Jobs that are over, old batches, attempts that nobody will say a word of. */
  private static final List<String> PAST =
      List.of(
          """
          insert into finished_job (id, policy_id, ending, attempt, namespace, staged_at, ended_at)
          select 10000000 + n, p.id, 'finished', 1, 'default', clock_timestamp(), clock_timestamp() - n % 2 * interval '9 days'
          from policy p, generate_series(1, 1000000) n\
          """,
          """
          insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, forwarded_at)
          select -n, p.id, clock_timestamp() - interval '2 days', array[n], array[1], 1, clock_timestamp() - interval '2 days'
          from policy p, generate_series(1, 100000) n\
          """,
          """
          update job set state = 'admitted', attempt = 1, batch_id = -1, admitted_at = clock_timestamp() - interval '1 hour',
                         lease_expires_at = clock_timestamp() - interval '1 minute'
          where id <= %d\
          """
              .formatted(EXPIRED),
          """
          update lane l set pending = l.pending - j.n, ready = l.pending > j.n
          from (select lane_id, count(*) as n from job where state = 'admitted' group by lane_id) as j where j.lane_id = l.id\
          """,
          "update share s set ready = false where not exists (select from lane l where l.share_id = s.id and l.ready)",
          """
          update gate_partition p set in_flight = h.n
          from (select u.id, count(*) as n from job j join lane l on l.id = j.lane_id, unnest(l.partitions) as u (id)
                where j.state = 'admitted' group by u.id) as h
          where h.id = p.id\
          """,
          "update policy set pending = pending - %1$d, in_flight = %1$d".formatted(EXPIRED),
          "vacuum analyze");

  @Override
  public void run(PrintStream out) throws Exception {
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createTempDirectory("sluice-bench"), 0, "bench")) {
      PGSimpleDataSource own = EngineRun.dataSource(database);
      Bed bed = BACKLOG.bed(own, BUDGET);
      List<Chore> chores = chores(own, bed);
      out.printf(
          "%n### upkeep: ticks of %d, %,d lanes, %,d jobs waiting, 1,000,000 over, %,d leases ended%n%n",
          BUDGET, BACKLOG.lanes(), BACKLOG.jobs(), EXPIRED);
      out.println("| ticks | count | p50 ms | p99 ms | most ms |\n|---|---:|---:|---:|---:|");
      AtomicBoolean over = new AtomicBoolean();
      ticks(own, bed, 20);
      out.println(row("alone", ticks(own, bed, TICKS)));
      try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
        Future<Map<String, Long>> longest = threads.submit(() -> keepUp(own, chores, over));
        Future<Integer> reaped = threads.submit(() -> reapAll(own, bed));
        List<Long> ticks = ticks(own, bed, TICKS);
        over.set(true);
        out.println(row("beside housekeeping", ticks));
        out.printf("%n%,d attempts reaped. The longest step of each chore:%n%n", reaped.get());
        out.println("| chore | ms |\n|---|---:|");
        longest
            .get()
            .forEach(
                (name, nanos) -> out.printf(Locale.ROOT, "| %s | %.1f |%n", name, nanos / 1e6));
      }
      check(own);
    }
  }

  private static List<Chore> chores(PGSimpleDataSource own, Bed bed) throws SQLException {
    List<Chore> chores =
        new ArrayList<>(StandardChores.of(Retention.read(name -> Optional.empty()), bed));
    chores.addAll(Auditor.checks());
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      Chores.register(connection, chores);
      // The day that is past its retention, as it was made when it was today.
      statement.execute("select make_history_day((clock_timestamp() - interval '9 days')::date)");
      for (String sql : PAST) {
        statement.execute(sql);
      }
    }
    return chores;
  }

  private static List<Long> ticks(PGSimpleDataSource own, Bed bed, int count) throws SQLException {
    List<Long> nanos = new ArrayList<>();
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < count; i++) {
        long began = System.nanoTime();
        List<AdmittedJob> admitted = bed.tick(connection);
        nanos.add(System.nanoTime() - began);
        if (admitted.size() != BUDGET || bed.settle(connection, admitted) != BUDGET) {
          throw new IllegalStateException("a tick admitted " + admitted.size());
        }
      }
    }
    return nanos;
  }

  /** Chores step after step until it is over; the longest step of each. */
  private static Map<String, Long> keepUp(
      PGSimpleDataSource own, List<Chore> chores, AtomicBoolean over) throws SQLException {
    Map<String, Long> longest = new TreeMap<>();
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      while (!over.get()) {
        for (Chore chore : chores) {
          long began = System.nanoTime();
          Chores.step(connection, chore);
          connection.commit();
          longest.merge(chore.name(), System.nanoTime() - began, Long::max);
        }
      }
    }
    return longest;
  }

  private static int reapAll(PGSimpleDataSource own, Bed bed) throws SQLException {
    int reaped = 0;
    try (Connection connection = own.getConnection()) {
      connection.setAutoCommit(false);
      int last;
      do {
        last = bed.reap(connection, REAPED_AT_ONCE);
        reaped += last;
      } while (last > 0);
    }
    return reaped;
  }

  private static void check(PGSimpleDataSource own) throws SQLException {
    long held = Bed.number(own, "select sum(in_flight) from gate_partition");
    long inFlight = Bed.number(own, "select count(*) from job where state = 'admitted'");
    long old =
        Bed.number(
            own, "select count(*) from finished_job where ended_at < now() - interval '8 days'");
    if (held != inFlight || inFlight != 0 || old != 0) {
      throw new IllegalStateException(
          "slots held %d, in flight %d, past their retention %d".formatted(held, inFlight, old));
    }
  }

  private static String row(String what, List<Long> nanos) {
    Quantiles ticks = Quantiles.ofNanos(nanos);
    return ticks.row("%s | %d".formatted(what, ticks.count()), 1, 50, 99);
  }
}
