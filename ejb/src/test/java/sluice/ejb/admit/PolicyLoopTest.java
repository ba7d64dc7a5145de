package sluice.ejb.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PolicyLoopTest {
  private static final TickResult NOTHING = new TickResult(true, null, false);
  private static final TickResult AGAIN = new TickResult(true, null, true);

  private final AtomicInteger ticks = new AtomicInteger();
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  @Test
  void ticks_as_long_as_there_is_something_to_do() {
    PolicyLoop loop =
        new PolicyLoop(
            1, Runnable::run, id -> ticks.incrementAndGet() < 3 ? AGAIN : NOTHING, b -> {});
    loop.wake();
    assertThat(ticks).hasValue(3);
  }

  @Test
  void many_wake_ups_before_a_run_make_one_run() {
    PolicyLoop loop = new PolicyLoop(1, tasks::add, id -> count(), b -> {});
    loop.wake();
    loop.wake();
    loop.wake();
    assertThat(tasks).hasSize(1);
    tasks.remove().run();
    assertThat(ticks).hasValue(1);
  }

  @Test
  void a_wake_up_that_comes_while_a_tick_runs_is_not_lost() {
    AtomicReference<PolicyLoop> self = new AtomicReference<>();
    PolicyLoop loop =
        new PolicyLoop(
            1,
            tasks::add,
            id -> {
              if (ticks.get() == 0) {
                self.get().wake();
              }
              return count();
            },
            b -> {});
    self.set(loop);
    loop.wake();
    tasks.remove().run();
    assertThat(ticks).hasValue(2);
    assertThat(tasks).isEmpty();
  }

  @Test
  void a_tick_that_fails_leaves_the_loop_able_to_run_again_after_its_back_off() {
    PolicyLoop loop =
        new PolicyLoop(
            1,
            Runnable::run,
            id -> {
              if (ticks.getAndIncrement() == 0) {
                throw new IllegalStateException("poison");
              }
              return NOTHING;
            },
            b -> {});
    loop.wake();
    assertThat(ticks).hasValue(1);
    org.awaitility.Awaitility.await()
        .until(() -> {
          loop.wake();
          return ticks.get() == 2;
        });
  }

  private TickResult count() {
    ticks.incrementAndGet();
    return NOTHING;
  }
}
