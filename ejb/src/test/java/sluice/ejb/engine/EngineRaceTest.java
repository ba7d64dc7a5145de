package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.admit.TickResult;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.stage.StageRequest;

/** Several stagers, tickers and settlers on one database, as several nodes would be. */
class EngineRaceTest {
  private static final int JOBS = 1_500;

  private final Engine engine = new Engine();
  private final Queue<AdmittedBatch.AdmittedJob> inFlight = new ConcurrentLinkedQueue<>();
  private final AtomicInteger settled = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void limits_hold_nothing_is_lost_and_nothing_waits_for_ever_with_two_of_everything()
      throws Exception {
    int policy =
        engine.policy(
            """
            policy: p
            destination: w
            fairness: {key: '${t}'}
            gates:
              - {name: c, type: concurrency, key: '${t}', max: 4}
              - {name: r, type: concurrency, key: '${r}', max: 9}
              - {name: g, type: globalCap, max: 20}
            """);
    AtomicInteger overLimit = new AtomicInteger();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> work = new ArrayList<>();
      work.add(threads.submit(() -> stage(0)));
      work.add(threads.submit(() -> stage(1)));
      for (int i = 0; i < 2; i++) {
        work.add(threads.submit(() -> until(() -> tick(policy, overLimit))));
        work.add(threads.submit(() -> until(this::settle)));
      }
      try {
        Awaitility.await()
            .alias("all settled")
            .atMost(Duration.ofSeconds(100))
            .untilAsserted(() -> assertThat(settled.get()).isEqualTo(JOBS));
      } finally {
        over.set(true);
      }
      for (Future<?> one : work) {
        one.get(30, TimeUnit.SECONDS);
      }
    }
    engine.tickOut(policy);
    assertThat(settled).hasValue(JOBS);
    assertThat(overLimit).hasValue(0);
    assertThat(engine.leakedSlots()).isZero();
    assertThat(engine.missing(policy)).isZero();
    assertThat(engine.number("select finished from policy")).isEqualTo(JOBS);
    assertThat(engine.number("select count(distinct id) from finished_job")).isEqualTo(JOBS);
  }

  private void stage(int half) {
    for (int from = 0; from < JOBS / 2; from += 50) {
      List<StageRequest> jobs = new ArrayList<>();
      for (int i = from; i < from + 50; i++) {
        jobs.add(Engine.job("p", Map.of("t", "t" + (i + half) % 7, "r", "r" + i % 3)));
      }
      engine.stage(jobs);
    }
  }

  private void tick(int policy, AtomicInteger overLimit) {
    TickResult result = engine.tick(policy, 30);
    AdmittedBatch batch = result.batch();
    if (batch != null) {
      inFlight.addAll(batch.jobs());
    }
    try {
      long over =
          engine.number(
              "select count(*) from gate_partition where in_flight > case gate when 'c' then 4 when 'r' then 9 when 'g' then 20 end");
      overLimit.addAndGet((int) over);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Every word is said twice. */
  private void settle() {
    List<AdmittedBatch.AdmittedJob> jobs = new ArrayList<>();
    AdmittedBatch.AdmittedJob next = inFlight.poll();
    while (next != null) {
      jobs.add(next);
      next = jobs.size() < 20 ? inFlight.poll() : null;
    }
    if (jobs.isEmpty()) {
      Thread.yield();
      return;
    }
    settled.addAndGet(engine.settle(jobs, Outcome.SUCCESS).settled());
    settled.addAndGet(engine.settle(jobs, Outcome.SUCCESS).settled());
  }

  private void until(Runnable step) {
    while (!over.get()) {
      step.run();
    }
  }

  @Test
  void staging_does_not_wait_for_a_tick() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${t}'}, gates: [{name: c, type: concurrency, key: '${k}', max: 5}]}");
    engine.stage(Engine.jobs(3, "p", Map.of("t", "a", "k", "a")));
    try (Connection open = engine.database.connect()) {
      open.setAutoCommit(false);
      TickResult uncommitted =
          new sluice.ejb.admit.Ticker(engine, engine.lanes(), 500).tick(open, policy);
      assertThat(uncommitted.batch()).isNotNull();
      // The same share with a new lane, and a new partition: neither waits for the tick, or the
      // lock time-out would end it.
      engine.stage(Engine.jobs(2, "p", Map.of("t", "a", "k", "b")));
      engine.stage(Engine.jobs(2, "p", Map.of("t", "a", "k", "a")));
      assertThat(engine.tick(policy, 500).held()).isFalse();
      open.commit();
    }
    assertThat(engine.tickOut(policy)).hasSize(4);
  }

  @Test
  void a_slot_released_while_a_tick_decides_wakes_the_lane() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    List<AdmittedBatch.AdmittedJob> first = engine.tickOut(policy);
    assertThat(first).hasSize(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection open = engine.database.connect()) {
      open.setAutoCommit(false);
      engine.stage(Engine.jobs(1, "p", Map.of("k", "x")));
      new sluice.ejb.admit.Ticker(engine, engine.lanes(), 500).tick(open, policy);
      Future<?> release = other.submit(() -> engine.settle(first, Outcome.SUCCESS));
      open.commit();
      release.get(20, TimeUnit.SECONDS);
    } catch (InterruptedException
        | java.util.concurrent.ExecutionException
        | java.util.concurrent.TimeoutException e) {
      throw new AssertionError(e);
    } finally {
      other.shutdownNow();
    }
    assertThat(engine.tickOut(policy)).hasSize(1);
  }
}
