package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.cancel.CancelJobs;
import sluice.ejb.dead.Retried;
import sluice.ejb.dead.RetryDead;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** Dead jobs come back through the front door: lanes and gates of the version in force. */
class RetryDeadTest {
  private static final String POLICY =
      "{policy: p, destination: w, dedupeKey: '${e}', retry: {maxAttempts: 1}, gates: [{name: c, type: concurrency, key: '${k}', max: 2}]}";

  private final Engine engine = new Engine();
  private final RetryDead retry = new RetryDead(engine, engine.lanes());

  private Retried one(long id) {
    return engine.inTransaction(c -> retry.one(c, id));
  }

  private List<Retried> all(int policy, int step) throws SQLException {
    List<Retried> jobs = new ArrayList<>();
    Instant now = Instant.now().plusSeconds(60);
    RetryDead.Place place = RetryDead.Place.FIRST;
    while (place != null) {
      RetryDead.Place from = place;
      RetryDead.Step done = engine.inTransaction(c -> retry.next(c, policy, from, now, step));
      jobs.addAll(done.jobs());
      place = done.last();
    }
    return jobs;
  }

  /** Stages, admits and lets die. */
  private List<Long> die(int policy, List<StageRequest> jobs) {
    engine.stage(jobs);
    List<Long> dead = new ArrayList<>();
    List<AdmittedJob> admitted = engine.tickOut(policy);
    while (!admitted.isEmpty()) {
      admitted.forEach(j -> dead.add(j.id()));
      engine.settle(admitted, Outcome.FAILURE);
      admitted = engine.tickOut(policy);
    }
    return dead;
  }

  private void conserved(int policy) throws SQLException {
    engine.tickOut(policy);
    assertThat(engine.missing(policy)).isZero();
    assertThat(engine.leakedSlots()).isZero();
    assertThat(new Upkeep(engine, Duration.ofDays(1)).audit()).isZero();
  }

  @Test
  void a_dead_job_waits_again_with_all_its_attempts_and_a_higher_number() throws SQLException {
    int policy = engine.policy(POLICY);
    long id = die(policy, List.of(Engine.job("p", Map.of("k", "x", "e", "1")))).getFirst();
    assertThat(one(id)).isEqualTo(new Retried.Waiting(id));
    assertThat(one(id)).as("a double click").isEqualTo(new Retried.NotDead(id));
    List<AdmittedJob> again = engine.tickOut(policy);
    assertThat(again).hasSize(1).allMatch(j -> j.id() == id && j.attempt() == 2);
    assertThat(engine.number("select failures from job")).isZero();
    engine.settle(again, Outcome.SUCCESS);
    conserved(policy);
    assertThat(engine.number("select accepted from policy")).isEqualTo(1);
    assertThat(engine.number("select dead from policy")).isZero();
  }

  @Test
  void two_at_once_bring_it_back_once() throws Exception {
    int policy = engine.policy(POLICY);
    long id = die(policy, List.of(Engine.job("p", Map.of("k", "x", "e", "1")))).getFirst();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Retried>> both = threads.invokeAll(List.of(() -> one(id), () -> one(id)));
      List<Retried> results = List.of(both.get(0).get(), both.get(1).get());
      assertThat(results)
          .containsExactlyInAnyOrder(new Retried.Waiting(id), new Retried.NotDead(id));
    }
    assertThat(engine.number("select count(*) from job")).isEqualTo(1);
    conserved(policy);
  }

  @Test
  void a_job_whose_key_is_alive_stays_dead_and_names_the_living_one() throws SQLException {
    int policy = engine.policy(POLICY);
    long id = die(policy, List.of(Engine.job("p", Map.of("k", "x", "e", "1")))).getFirst();
    StageResult.Staged living =
        (StageResult.Staged)
            engine.stage(List.of(Engine.job("p", Map.of("k", "x", "e", "1")))).getFirst();
    assertThat(one(id))
        .isEqualTo(
            new Retried.StaysDead(
                id, "DUPLICATE", "job " + living.id() + " has its key", living.id()));
    engine.settle(engine.tickOut(policy), Outcome.SUCCESS);
    assertThat(one(id)).isEqualTo(new Retried.Waiting(id));
    conserved(policy);
  }

  @Test
  void it_goes_to_the_lane_of_the_version_in_force_or_stays_dead_with_the_reason()
      throws SQLException {
    int policy = engine.policy(POLICY);
    List<Long> ids =
        die(
            policy,
            List.of(
                Engine.job("p", Map.of("k", "x", "e", "1", "region", "eu")),
                Engine.job("p", Map.of("k", "x", "e", "2"))));
    engine.policy(
        "{policy: p, destination: w, gates: [{name: r, type: concurrency, key: '${region}', max: '${region + 1}'}]}");
    assertThat(one(ids.get(0))).isInstanceOf(Retried.StaysDead.class);
    engine.policy(
        "{policy: p, destination: w, gates: [{name: r, type: concurrency, key: '${region}', max: 1}]}");
    assertThat(all(policy, 10)).hasSize(2).allMatch(Retried.Waiting.class::isInstance);
    assertThat(
            engine.number(
                "select count(distinct l.id) from job j join lane l on l.id = j.lane_id where l.keying_version = 3"))
        .isEqualTo(2);
    conserved(policy);
  }

  @Test
  void one_that_is_past_its_expiration_or_unreadable_stays_dead() throws SQLException {
    int policy = engine.policy(POLICY);
    List<Long> ids =
        die(
            policy,
            List.of(
                Engine.job("p", Map.of("k", "x", "e", "1")),
                Engine.job("p", Map.of("k", "x", "e", "2")),
                Engine.job("p", Map.of("k", "x", "e", "3"))));
    engine.database.execute(
        "update dead_job set expires_at = now() - interval '1 second' where id = " + ids.get(0));
    engine.database.execute("update dead_job set head = '\\x01' where id = " + ids.get(1));
    List<Retried> results = all(policy, 2);
    assertThat(results)
        .extracting(r -> r instanceof Retried.StaysDead dead ? dead.code() : "WAITING")
        .containsExactlyInAnyOrder("EXPIRED", "UNREADABLE", "WAITING");
    conserved(policy);
    assertThat(engine.number("select dead from policy")).isEqualTo(2);
  }

  @Test
  void many_come_back_in_steps_and_a_refused_one_holds_up_nobody() throws SQLException {
    int policy = engine.policy(POLICY);
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      jobs.add(Engine.job("p", Map.of("k", "k" + i % 4, "e", "e" + i)));
    }
    assertThat(die(policy, jobs)).hasSize(25);
    engine.stage(List.of(Engine.job("p", Map.of("k", "k0", "e", "e0"))));
    List<Retried> results = all(policy, 7);
    assertThat(results).hasSize(25);
    assertThat(results).filteredOn(Retried.Waiting.class::isInstance).hasSize(24);
    conserved(policy);
    assertThat(engine.number("select max(in_flight) from gate_partition where policy_id > 0"))
        .isEqualTo(2);
  }

  @Test
  void a_dead_job_given_up_leaves_the_figures_true_and_its_key_free() throws SQLException {
    int policy = engine.policy(POLICY);
    long id = die(policy, List.of(Engine.job("p", Map.of("k", "x", "e", "1")))).getFirst();
    Optional<Integer> gone = engine.inTransaction(c -> CancelJobs.dead(c, id));
    assertThat(gone).contains(policy);
    gone = engine.inTransaction(c -> CancelJobs.dead(c, id));
    assertThat(gone).as("a double click").isEmpty();
    conserved(policy);
    assertThat(engine.number("select cancelled from policy")).isEqualTo(1);
    assertThat(engine.number("select count(*) from finished_job where ending = 'cancelled'"))
        .isEqualTo(1);
    assertThat(one(id)).isEqualTo(new Retried.NotDead(id));
  }
}
