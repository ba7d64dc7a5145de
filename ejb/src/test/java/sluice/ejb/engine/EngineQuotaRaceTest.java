package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** Two policies of one namespace, ticked and settled by several threads while people change it. */
class EngineQuotaRaceTest {
  private static final int JOBS = 160;
  private static final int HIGHEST = 7;

  private final Engine engine = new Engine();
  private final Queue<AdmittedBatch.AdmittedJob> inFlight = new ConcurrentLinkedQueue<>();
  private final AtomicInteger settled = new AtomicInteger();
  private final AtomicInteger overCeiling = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void i_235_one_counter_for_all_never_over_the_ceiling_and_nothing_waits_for_ever()
      throws Exception {
    int mail = engine.policy("{policy: mail, destination: w}");
    int calls =
        engine.policy(
            "{policy: calls, destination: w, gates: [{name: c, type: concurrency, max: 5}]}");
    engine.ceiling("acme", 3);
    for (int i = 0; i < 4; i++) {
      engine.stage(Engine.jobsOf("acme", JOBS / 8, "mail"));
      engine.stage(Engine.jobsOf("acme", JOBS / 8, "calls"));
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> work = new ArrayList<>();
      for (int policy : new int[] {mail, calls, mail, calls}) {
        work.add(threads.submit(() -> until(() -> tick(policy))));
      }
      work.add(threads.submit(() -> until(this::settle)));
      work.add(threads.submit(() -> until(this::settle)));
      work.add(threads.submit(() -> until(this::change)));
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
    engine.tickOut(mail);
    engine.tickOut(calls);
    assertThat(overCeiling).hasValue(0);
    assertThat(engine.leakedSlots()).isZero();
    assertThat(engine.missing(mail) + engine.missing(calls)).isZero();
    assertThat(engine.number("select count(distinct id) from finished_job")).isEqualTo(JOBS);
  }

  private void tick(int policy) {
    TickResult result = engine.tick(policy, 30);
    AdmittedBatch batch = result.batch();
    if (batch != null) {
      inFlight.addAll(batch.jobs());
    }
    try {
      long above =
          engine.number(
              "select count(*) from gate_partition where gate = 'quota' and in_flight > "
                  + HIGHEST);
      overCeiling.addAndGet((int) above);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void settle() {
    List<AdmittedBatch.AdmittedJob> jobs = new ArrayList<>();
    AdmittedBatch.AdmittedJob next = inFlight.poll();
    while (next != null) {
      jobs.add(next);
      next = jobs.size() < 5 ? inFlight.poll() : null;
    }
    if (jobs.isEmpty()) {
      Thread.yield();
      return;
    }
    settled.addAndGet(engine.settle(jobs, Outcome.SUCCESS).settled());
  }

  /** Suspended, lower and higher in turn; the last word is never 0. */
  private void change() {
    for (int ceiling : new int[] {0, 2, HIGHEST, 3}) {
      engine.ceiling("acme", ceiling);
    }
  }

  private void until(Runnable step) {
    while (!over.get()) {
      step.run();
    }
  }
}
