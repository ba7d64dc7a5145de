package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.admit.TickResult;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.lane.Placement;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.ejb.stage.Stager;

/** Staging: all of a batch or nothing, and nobody waits for anybody. */
class StagingTest {
  private static final String POLICY =
      "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 5}]}";

  private final Engine engine = new Engine();

  @Test
  void i_111_a_batch_that_fails_in_the_database_stages_nothing_and_can_be_sent_again()
      throws SQLException {
    int policy = engine.policy(POLICY);
    engine.database.execute(
        """
        create function refuse() returns trigger language plpgsql as $$ begin
          if new.job_key = 'bad' then raise exception 'no room on the disk' using errcode = '53100'; end if;
          return new; end $$;
        create trigger refuse before insert on job for each row execute function refuse()\
        """);
    List<StageRequest> batch = new ArrayList<>(Engine.jobs(20, "p", Map.of("k", "a")));
    batch.add(
        Engine.job("p", new StageRequest.Keys("default", "bad", null, null), Map.of("k", "a")));
    assertThatThrownBy(() -> engine.stage(batch)).isInstanceOf(DatabaseFailed.class);
    assertThat(engine.number("select count(*) from job")).isZero();
    assertThat(engine.number("select count(*) from arrival")).isZero();
    assertThat(engine.tickOut(policy)).isEmpty();
    engine.database.execute("drop trigger refuse on job");
    assertThat(engine.stage(batch)).allMatch(r -> r instanceof StageResult.Staged);
    assertThat(engine.tickOut(policy)).hasSize(5);
    assertThat(engine.number("select pending from policy")).isEqualTo(16);
    assertThat(engine.missing(policy)).isZero();
  }

  /** A correlation ID of bytes is kept as a property; no expression reads it. */
  @Test
  void a_message_that_carries_bytes_is_staged_and_admitted_as_any_other() throws SQLException {
    int policy = engine.policy(POLICY);
    Map<String, Object> properties =
        Map.of("JMSCorrelationID", new byte[] {9, 0, -1}, "k", "a", "c", 'x');
    assertThat(engine.stage(Engine.jobs(1, "p", properties)))
        .allMatch(r -> r instanceof StageResult.Staged);
    assertThat(engine.tickOut(policy)).hasSize(1);
  }

  @Test
  void a_hundred_new_lanes_are_made_in_two_trips_to_the_database() throws SQLException {
    engine.policy(POLICY);
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      jobs.add(Engine.job("p", Map.of("k", "key" + i)));
    }
    List<Placement> placements =
        Stager.place(jobs, engine, new HashMap<>()).stream().map(Stager.Job::placement).toList();
    List<String> trips = new ArrayList<>();
    LaneDirectory lanes =
        new LaneDirectory(
            new LaneDirectory.Apart() {
              @Override
              public <T extends @Nullable Object> T run(SqlWork<T> work) {
                return engine.inTransaction(work, trips);
              }
            });
    assertThat(lanes.places(placements)).hasSize(100);
    assertThat(lanes.places(placements)).hasSize(100);
    assertThat(trips).hasSize(2);
    assertThat(trips.stream().mapToInt(Engine::statements).sum()).isEqualTo(14);
    assertThat(engine.number("select count(*) from lane")).isEqualTo(100);
  }

  /** All sixteen have staged before the first commits: so none waits for another. */
  @Test
  void i_129_sixteen_transactions_held_open_stage_for_one_tenant_at_the_same_time()
      throws Exception {
    int policy = engine.policy(POLICY);
    engine.stage(Engine.jobs(1, "p", Map.of("k", "hot")));
    int clients = 16;
    CyclicBarrier allStaged = new CyclicBarrier(clients);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        ends.add(threads.submit(() -> stageHolding(allStaged)));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(engine.tickOut(policy)).hasSize(5);
    assertThat(engine.number("select accepted from policy")).isEqualTo(1 + 10L * clients);
    assertThat(engine.missing(policy)).isZero();
  }

  private void stageHolding(CyclicBarrier allStaged) {
    try (Connection open = engine.database.connect()) {
      open.setAutoCommit(false);
      engine.stageOpen(open, Engine.jobs(10, "p", Map.of("k", "hot")));
      allStaged.await(30, TimeUnit.SECONDS);
      open.commit();
    } catch (SQLException | InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("a stager waited for another", e);
    }
  }

  @Test
  void settlement_names_the_policies_that_slept_on_the_slot_and_no_others()
      throws SQLException, ExecutionException {
    int sleeping = engine.policy(POLICY.replace("max: 5", "max: 1"));
    int other = engine.policy("{policy: other, destination: w}");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "a")));
    engine.stage(Engine.jobs(1, "other", Map.of()));
    TickResult held = engine.tick(sleeping, 10);
    TickResult free = engine.tick(other, 10);
    assertThat(engine.settle(free.batch().jobs(), Outcome.SUCCESS).woken()).isEmpty();
    assertThat(engine.settle(held.batch().jobs(), Outcome.SUCCESS).woken())
        .containsExactly(sleeping);
  }

  @Test
  void a_slot_of_a_namespace_wakes_the_other_policies_that_wait_for_it() throws SQLException {
    int first = engine.policy("{policy: first, destination: w}");
    int second = engine.policy("{policy: second, destination: w}");
    engine.ceiling("acme", 1);
    engine.stage(Engine.jobsOf("acme", 1, "first"));
    TickResult held = engine.tick(first, 10);
    engine.stage(Engine.jobsOf("acme", 1, "second"));
    assertThat(engine.tickOut(second)).isEmpty();
    assertThat(engine.settle(held.batch().jobs(), Outcome.SUCCESS).woken()).containsExactly(second);
    assertThat(engine.tickOut(second)).hasSize(1);
  }
}
