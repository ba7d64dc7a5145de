package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
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
import sluice.ejb.cancel.CancelJobs;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/**
 * The collector takes every lane the moment it is empty, and the auditor compares all the while,
 * beside stagers, tickers, settlers and somebody who cancels.
 */
class UpkeepRaceTest {
  private static final int BATCHES = 60;
  private static final int BATCH = 10;

  private final Engine engine = new Engine();
  private final Upkeep upkeep = new Upkeep(engine, Duration.ZERO);
  private final Queue<AdmittedJob> inFlight = new ConcurrentLinkedQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger collected = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void no_job_is_without_its_lane_and_the_auditor_finds_nothing() throws Exception {
    int policy =
        engine.policy(
            """
            policy: p
            destination: w
            fairness: {key: '${t}'}
            retry: {maxAttempts: 100, backoff: PT0.001S}
            gates:
              - {name: c, type: concurrency, key: '${t}', max: 4}
              - {name: r, type: throttle, key: '${r}', rate: 100000, period: PT1S}
              - {name: g, type: globalCap, max: 50}
            """);
    AtomicInteger differences = new AtomicInteger();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> stagers = new ArrayList<>();
      List<Future<?>> others = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int seed = i;
        stagers.add(threads.submit(() -> stage(seed)));
        others.add(threads.submit(() -> until(() -> tick(policy))));
      }
      others.add(threads.submit(() -> until(this::settle)));
      others.add(threads.submit(() -> until(this::collect)));
      others.add(threads.submit(() -> until(() -> differences.addAndGet((int) upkeep.audit()))));
      try {
        for (Future<?> stager : stagers) {
          stager.get(120, TimeUnit.SECONDS);
        }
        Awaitility.await()
            .alias("all over")
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(() -> assertThat(ended.get()).isEqualTo(accepted.get()));
      } finally {
        over.set(true);
      }
      for (Future<?> one : others) {
        one.get(60, TimeUnit.SECONDS);
      }
    }
    engine.tickOut(policy);
    assertThat(collected.get()).as("lanes really went").isPositive();
    assertThat(engine.conflicts.get()).as("stagers really met the collector").isPositive();
    assertThat(accepted).hasValue(2 * BATCHES * BATCH);
    assertThat(differences).hasValue(0);
    assertThat(engine.number("select count(*) from job")).isZero();
    assertThat(engine.missing(policy)).isZero();
    assertThat(engine.leakedSlots()).isZero();
    assertThat(upkeep.audit()).isZero();
    upkeep.collect();
    assertThat(engine.number("select count(*) from lane")).isZero();
    assertThat(
            engine.number(
                "select count(*) from gate_partition where policy_id > 0 and gate <> 'r'"))
        .isZero();
  }

  private void stage(int seed) {
    Random random = new Random(seed);
    for (int b = 0; b < BATCHES; b++) {
      List<StageRequest> jobs = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        jobs.add(
            Engine.job("p", Map.of("t", "t" + random.nextInt(20), "r", "r" + random.nextInt(3))));
      }
      List<StageResult> results = engine.stage(jobs);
      accepted.addAndGet(results.size());
      if (b % 10 == 0 && results.getFirst() instanceof StageResult.Staged staged) {
        boolean cancelled = engine.inTransaction(c -> CancelJobs.one(c, staged.id()).isPresent());
        ended.addAndGet(cancelled ? 1 : 0);
      }
    }
  }

  private void tick(int policy) {
    AdmittedBatch batch = engine.tick(policy, 30).batch();
    if (batch != null) {
      inFlight.addAll(batch.jobs());
    }
    engine.promote();
  }

  /** One in five fails and comes again. */
  private void settle() {
    List<AdmittedJob> done = new ArrayList<>();
    AdmittedJob next = inFlight.poll();
    while (next != null) {
      done.add(next);
      next = done.size() < 20 ? inFlight.poll() : null;
    }
    List<AdmittedJob> failed = done.stream().filter(j -> (j.id() + j.attempt()) % 5 == 0).toList();
    done.removeAll(failed);
    engine.settle(failed, Outcome.FAILURE);
    ended.addAndGet(engine.settle(done, Outcome.SUCCESS).settled());
    Thread.yield();
  }

  private int collect() throws Exception {
    upkeep.collect();
    return collected.addAndGet(
        (int) engine.number("select last_found from chore where name = 'collect-lanes'"));
  }

  private void until(Runnable step) {
    while (!over.get()) {
      step.run();
    }
  }

  private Object until(Callable<?> step) throws Exception {
    while (!over.get()) {
      step.call();
    }
    return true;
  }
}
