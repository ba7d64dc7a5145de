package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.broadcast.BroadcastForTests;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.ejb.stage.Stager;

/** Several nodes at once: the same limits, the same keys, the same jobs. */
class NodesTest {
  private final Engine engine = new Engine();

  private static void together(int threads, Callable<?> work) throws Exception {
    try (ExecutorService nodes = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(nodes.submit(work));
      }
      for (Future<?> one : all) {
        one.get(60, TimeUnit.SECONDS);
      }
    }
  }

  private List<AdmittedJob> ticks(int policy, int count) {
    List<AdmittedJob> admitted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      AdmittedBatch batch = engine.tick(policy, 20).batch();
      if (batch != null) {
        admitted.addAll(batch.jobs());
      }
    }
    return admitted;
  }

  @Test
  void i_033_and_i_055_nodes_that_tick_at_once_admit_one_limit_together() throws Exception {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: t, type: throttle, key: '${k}', rate: 10, period: PT1H}, {name: c, type: concurrency, key: '${c}', max: 5}]}");
    engine.stage(Engine.jobs(100, "p", Map.of("k", "x", "c", "a")));
    engine.stage(Engine.jobs(100, "p", Map.of("k", "x", "c", "b")));
    engine.stage(Engine.jobs(100, "p", Map.of("k", "y", "c", "c")));
    Queue<AdmittedJob> admitted = new ConcurrentLinkedQueue<>();
    together(4, () -> admitted.addAll(ticks(policy, 25)));
    assertThat(admitted).hasSize(15);
    assertThat(engine.number("select max(in_flight) from gate_partition where gate = 'c'"))
        .isEqualTo(5);
    assertThat(engine.number("select max(in_flight) from gate_partition where gate = 't'"))
        .isEqualTo(10);
  }

  @Test
  void i_264_two_nodes_with_three_and_four_in_flight_say_seven_of_eight_on_both() throws Exception {
    Engine other = new Engine(engine);
    int mail = engine.policy("{policy: mail, destination: w}");
    int calls = engine.policy("{policy: calls, destination: w}");
    engine.ceiling("acme", 8);
    engine.stage(Engine.jobsOf("acme", 3, "mail"));
    other.stage(Engine.jobsOf("acme", 4, "calls"));
    BroadcastForTests nodes = new BroadcastForTests(engine.database, 2);
    assertThat(nodes.badgesAfterACadence("acme")).containsExactly("0/8", "0/8");
    List<AdmittedJob> four = new ArrayList<>();
    try (ExecutorService both = Executors.newFixedThreadPool(2)) {
      Future<List<AdmittedJob>> one = both.submit(() -> engine.tickOut(mail));
      four.addAll(both.submit(() -> other.tickOut(calls)).get(60, TimeUnit.SECONDS));
      assertThat(one.get(60, TimeUnit.SECONDS)).hasSize(3);
    }
    assertThat(four).hasSize(4);
    assertThat(nodes.badgesAfterACadence("acme")).containsExactly("7/8", "7/8");
    engine.settle(four.subList(0, 1), Outcome.SUCCESS);
    assertThat(nodes.badgesAfterACadence("acme"))
        .as("what the other node admitted")
        .containsExactly("6/8", "6/8");
    assertThat(nodes.badgesAfterACadence("acme")).containsExactly("6/8", "6/8");
    assertThat(nodes.told()).as("events of both nodes, over four cadences").isEqualTo(3);
  }

  @Test
  void b01_under_a_cap_of_one_three_nodes_never_have_two_at_once() throws Exception {
    int policy =
        engine.policy("{policy: p, destination: w, gates: [{name: c, type: concurrency, max: 1}]}");
    engine.stage(Engine.jobs(90, "p", Map.of()));
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    together(
        3,
        () -> {
          Awaitility.await()
              .pollInterval(Duration.ofMillis(1))
              .atMost(Duration.ofSeconds(50))
              .until(() -> {
                for (AdmittedJob job : ticks(policy, 1)) {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  runs.incrementAndGet();
                  running.decrementAndGet();
                  engine.settle(List.of(job), Outcome.SUCCESS);
                }
                return runs.get() >= 90;
              });
          return null;
        });
    assertThat(most).hasValue(1);
    assertThat(engine.number("select count(distinct id) from finished_job")).isEqualTo(90);
  }

  @Test
  void b01_three_nodes_keep_the_rate_of_one() throws Exception {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: t, type: throttle, rate: 20, period: PT1S, burst: 10}]}");
    engine.stage(Engine.jobs(500, "p", Map.of()));
    Queue<Long> at = new ConcurrentLinkedQueue<>();
    long start = System.nanoTime();
    together(
        3,
        () -> {
          while (System.nanoTime() - start < 2_000_000_000L) {
            AdmittedBatch batch = engine.tick(policy, 20).batch();
            if (batch != null) {
              batch.jobs().forEach(job -> at.add(batch.admittedAt().toEpochMilli()));
            }
          }
          return null;
        });
    long first = at.stream().mapToLong(a -> a).min().orElseThrow();
    long span = at.stream().mapToLong(a -> a).max().orElseThrow() - first;
    assertThat((double) at.size()).isLessThanOrEqualTo(10 + 20 * (span + 1) / 1000.0);
    assertThat(at).hasSizeGreaterThan(30);
    for (long from : at) {
      assertThat(at.stream().filter(a -> a >= from && a < from + 1_000).count())
          .isLessThanOrEqualTo(30);
    }
  }

  /** Invariant 10. */
  @Test
  void one_ticking_node_and_four_end_with_the_same_counts() throws Exception {
    List<Map<Long, Long>> ends = new ArrayList<>();
    for (int nodes : new int[] {1, 4}) {
      String name = "p" + nodes;
      int policy =
          engine.policy(
              "{policy: "
                  + name
                  + ", destination: w, fairness: {key: '${t}'}, gates: [{name: c, type: concurrency, key: '${t}', max: 4}, {name: g, type: globalCap, max: 17}]}");
      List<StageRequest> jobs = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        jobs.add(Engine.job(name, Map.of("t", "t" + i % 6)));
      }
      engine.stage(jobs);
      together(nodes, () -> ticks(policy, 40));
      Map<Long, Long> byCount = new HashMap<>();
      for (long n = 1; n <= 5; n++) {
        byCount.put(
            n,
            engine.number(
                "select count(*) from gate_partition where gate = 'c' and in_flight = %d and policy_id = %d"
                    .formatted(n, policy)));
      }
      ends.add(byCount);
    }
    assertThat(ends.get(1)).isEqualTo(ends.get(0)).containsEntry(3L, 5L).containsEntry(2L, 1L);
  }

  @Test
  void i_105_two_transactions_with_one_key_make_one_job_and_both_commit() throws Exception {
    engine.policy("{policy: p, destination: w, dedupeKey: '${e}'}");
    List<StageRequest> request = List.of(Engine.job("p", Map.of("e", "k")));
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection open = engine.database.connect()) {
      open.setAutoCommit(false);
      var results = new HashMap<Integer, StageResult>();
      List<Stager.Job> placed = Stager.place(request, engine, results);
      var places = engine.lanes().places(placed.stream().map(Stager.Job::placement).toList());
      long first =
          ((StageResult.Staged) new Stager().stage(open, placed, places, null).get(0)).id();
      Future<List<StageResult>> second = other.submit(() -> engine.stage(request));
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() ->
              engine.number(
                      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                  == 1);
      open.commit();
      assertThat(second.get(20, TimeUnit.SECONDS))
          .containsExactly(new StageResult.Duplicate(first));
    } finally {
      other.shutdownNow();
    }
    assertThat(engine.number("select count(*) from job")).isEqualTo(1);
  }

  @Test
  void i_130_batches_with_the_same_keys_in_other_orders_do_not_deadlock() throws Exception {
    engine.policy("{policy: p, destination: w, dedupeKey: '${e}', fairness: {key: '${e}'}}");
    AtomicInteger node = new AtomicInteger();
    together(
        4,
        () -> {
          boolean forward = node.getAndIncrement() % 2 == 0;
          for (int round = 0; round < 40; round++) {
            List<StageRequest> batch = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
              batch.add(Engine.job("p", Map.of("e", round + "-" + (forward ? i : 9 - i))));
            }
            engine.stage(batch);
          }
          return null;
        });
    assertThat(engine.number("select count(*) from job")).isEqualTo(400);
  }

  /** Invariant 5. */
  @Test
  void two_living_jobs_of_a_policy_never_share_a_key() throws SQLException {
    assertThat(
            engine.number(
                "select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname in ('job_key_alive', 'job_dedupe_alive') and i.indisunique and i.indisvalid"))
        .isEqualTo(2);
  }
}
