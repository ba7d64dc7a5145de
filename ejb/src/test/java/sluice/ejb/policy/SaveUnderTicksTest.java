package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sluice.ejb.stage.Stager;

/** Nothing is admitted by the old rule once a save is answered, whoever ticks meanwhile. */
class SaveUnderTicksTest {
  private static final int JOBS = 1_500;
  private static final int ROUNDS = 8;
  private static final int STEP = 20;

  private final LivePolicies live = new LivePolicies();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger ticks = new AtomicInteger();
  private CompletableFuture<Void> ticking = CompletableFuture.completedFuture(null);

  @AfterEach
  void stop() {
    over.set(true);
    ticking.join();
    threads.close();
  }

  private void tickOnAndOn(int policy) {
    ticking =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                live.tick(policy);
                ticks.incrementAndGet();
              }
            },
            threads);
  }

  private long inFlight() {
    return live.number("select count(*) from job where state = 'admitted'");
  }

  private void awaitTicks(int more) {
    int from = ticks.get();
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> ticks.get() >= from + more);
  }

  private static String max(int max, boolean otherKey) {
    String key = otherKey ? "x${k}" : "${k}";
    return "[{name: c, type: concurrency, key: \"%s\", max: %d}]".formatted(key, max);
  }

  @Test
  void a_lowered_number_holds_from_the_answer_on() {
    int policy = live.save("p", max(0, false));
    tickOnAndOn(policy);
    CompletableFuture<Void> staging =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < JOBS / 10; i++) {
                live.stage(10, "a");
              }
            },
            threads);
    for (int round = 1; round <= ROUNDS; round++) {
      int max = round * STEP;
      live.save("p", max(max, false));
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> inFlight() > max - STEP);
      live.save("p", max(0, false));
      long answered = inFlight();
      awaitTicks(10);
      assertThat(inFlight()).as("round %d", round).isEqualTo(answered).isLessThanOrEqualTo(max);
    }
    staging.join();
    assertThat(live.leakedSlots()).isZero();
  }

  @Test
  void a_new_key_holds_from_the_answer_on_and_no_job_is_lost_on_the_way() {
    int policy = live.save("p", max(5, false));
    tickOnAndOn(policy);
    for (int round = 1; round <= ROUNDS; round++) {
      live.stage(50, "a");
      boolean otherKey = round % 2 == 1;
      live.save("p", max(0, otherKey));
      long answered = inFlight();
      awaitTicks(5);
      assertThat(inFlight()).as("round %d", round).isEqualTo(answered);
      live.save("p", max(round * 5, otherKey));
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> live.number("select count(*) from arrival") == 0);
    over.set(true);
    ticking.join();
    live.tickOut(policy);
    assertThat(live.missing(policy)).isZero();
    assertThat(live.leakedSlots()).isZero();
    assertThat(live.number("select count(*) from job")).isEqualTo(50L * ROUNDS);
  }

  @Test
  void what_jobs_said_under_the_old_version_is_not_heard_under_the_new_one() {
    int policy = live.save("p", "[{name: c, type: concurrency, key: \"${k}\", max: \"${a}\"}]");
    var job = LivePolicies.job(Map.of("k", "a", "a", 100, "b", 1), null);
    List<Stager.Job> placedByTheOld = live.place(List.of(job, job, job));
    live.save("p", "[{name: c, type: concurrency, key: \"${k}\", max: \"${b}\"}]");
    live.stage(List.of(job, job, job));
    live.stagePlaced(placedByTheOld);
    assertThat(live.tickOut(policy)).hasSize(1);
    assertThat(live.number("select max from gate_partition where gate = 'c'")).isOne();
    assertThat(live.number("select count(*) from job where state = 'pending'")).isEqualTo(5);
    assertThat(live.missing(policy)).isZero();
  }

  @Test
  void a_limit_that_a_later_job_raises_is_filled_by_those_that_sleep() {
    int policy = live.save("p", "[{name: c, type: concurrency, key: \"${k}\", max: \"${a}\"}]");
    var modest = LivePolicies.job(Map.of("k", "a", "a", 1), null);
    live.stage(List.of(modest, modest, modest, modest));
    assertThat(live.tickOut(policy)).hasSize(1);
    live.stage(List.of(LivePolicies.job(Map.of("k", "a", "a", 3), null)));
    assertThat(live.tickOut(policy)).hasSize(2);
  }

  @Test
  void a_computed_rate_fills_the_bucket_although_jobs_keep_coming() {
    int policy =
        live.save("p", "[{name: c, type: throttle, rate: \"${a}\", period: PT10S, burst: 1}]");
    var job = LivePolicies.job(Map.of("a", 1), null);
    live.stage(List.of(job));
    assertThat(live.tickOut(policy)).hasSize(1);
    for (int i = 0; i < 2; i++) {
      live.stage(List.of(job));
      live.execute("update gate_partition set refilled_at = refilled_at - interval '4 seconds'");
      assertThat(live.tickOut(policy)).isEmpty();
    }
    live.execute("update gate_partition set refilled_at = refilled_at - interval '4 seconds'");
    live.execute("update waiter set wake_at = clock_timestamp()");
    assertThat(live.tickOut(policy)).hasSize(1);
  }
}
