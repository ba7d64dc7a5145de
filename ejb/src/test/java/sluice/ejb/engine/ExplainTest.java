package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.explain.Explanation;
import sluice.core.explain.GateVerdict;
import sluice.core.job.Outcome;
import sluice.core.reason.Reason;
import sluice.ejb.explain.ExplainRows;
import sluice.ejb.explain.Explained;
import sluice.ejb.explain.Holder;
import sluice.ejb.explain.JobExplained;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** What is said about a waiting job is what the next tick does. */
class ExplainTest {
  private final Engine engine = new Engine();

  private JobExplained job(long id) {
    return engine.inTransaction(
        c -> new ExplainRows(c, engine, engine.quota()).job(id).orElseThrow());
  }

  private Explanation why(long id) {
    Explained explained = job(id).explained();
    assertThat(explained).isNotNull();
    return explained.why();
  }

  private long one(StageRequest request) {
    return ((StageResult.Staged) engine.stage(List.of(request)).getFirst()).id();
  }

  private long one(Map<String, Object> properties) {
    return one(Engine.job("p", properties));
  }

  private List<Long> waiting() throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (Connection connection = engine.database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id from job where state = 'pending'")) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  /**
   * Each key has gates and a share of its own, so nobody's turn depends on another: what no gate
   * holds goes, what a gate holds stays.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void over_random_states_a_job_goes_exactly_if_no_gate_is_said_to_hold_it(long seed)
      throws SQLException {
    Random random = new Random(seed);
    int policy =
        engine.policy(
            """
            policy: p
            destination: w
            fairness: {key: '${k}'}
            gates:
              - {name: t, type: throttle, key: '${k}', rate: 2, period: PT1H, burst: 6}
              - {name: c, type: concurrency, key: '${k}', max: '${m}'}
              - {name: a, type: adaptiveConcurrency, key: '${k}', initialMax: 3, targetLag: PT1S}
            """);
    List<AdmittedJob> held = new ArrayList<>();
    Set<Reason> seen = new HashSet<>();
    for (int round = 0; round < 12; round++) {
      for (int i = 0; i < 6; i++) {
        Map<String, Object> properties = new HashMap<>(Map.of("k", "k" + random.nextInt(4)));
        if (random.nextInt(9) > 0) {
          properties.put("m", random.nextInt(5));
        }
        one(properties);
      }
      held.addAll(engine.tickOut(policy));
      disturb(random, held);
      Map<Long, Reason> said = new HashMap<>();
      for (long id : waiting()) {
        said.put(id, why(id).reason());
      }
      List<AdmittedJob> admitted = engine.tickOut(policy);
      held.addAll(admitted);
      Set<Long> went = new HashSet<>(admitted.stream().map(AdmittedJob::id).toList());
      said.forEach((id, reason) ->
          assertThat(went.contains(id))
              .as("job %d: %s", id, reason)
              .isEqualTo(reason == Reason.FAIR_TURN));
      seen.addAll(said.values());
    }
    assertThat(seen)
        .contains(Reason.THROTTLE, Reason.CONCURRENCY, Reason.MISCONFIGURED, Reason.FAIR_TURN);
  }

  /** Jobs end, buckets fill and partitions close. */
  private void disturb(Random random, List<AdmittedJob> held) throws SQLException {
    for (int i = random.nextInt(4); i > 0 && !held.isEmpty(); i--) {
      AdmittedJob job = held.remove(random.nextInt(held.size()));
      Outcome outcome = random.nextInt(4) == 0 ? Outcome.LATER : Outcome.SUCCESS;
      engine.settleAll(
          List.of(
              new Completion(
                  new AttemptRef(job.id(), job.attempt()),
                  outcome,
                  Instant.now(),
                  null,
                  Duration.ofHours(random.nextInt(2)))));
    }
    if (random.nextBoolean()) {
      engine.database.execute(
          "update gate_partition set closed_until = null, refilled_at = refilled_at - interval '%d hours' where policy_id > 0 and gate = 't'"
              .formatted(random.nextInt(3)));
      engine.database.execute("update waiter set wake_at = clock_timestamp()");
    }
  }

  @Test
  void a_full_partition_names_who_holds_it_and_the_place_in_the_lane() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: cap, type: concurrency, key: '${k}', max: 2}]}");
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(one(Map.of("k", "x")));
    }
    one(Map.of("k", "y"));
    engine.tickOut(policy);
    JobExplained last = job(ids.get(4));
    assertThat(last.position()).isEqualTo(new JobExplained.Position(2, 0));
    Explained explained = last.explained();
    assertThat(explained).isNotNull();
    assertThat(explained.why().reason()).isEqualTo(Reason.CONCURRENCY);
    assertThat(explained.holders())
        .extracting(Holder::id)
        .containsExactlyInAnyOrder(ids.get(0), ids.get(1));
    GateVerdict gate = explained.why().gates().getLast();
    assertThat(gate.key()).isEqualTo("x");
    assertThat(gate.usage().used()).isEqualTo(2);
    assertThat(explained.why().advice()).endsWith("raise gates[cap].max.");
  }

  @Test
  void paused_not_due_and_missing_come_in_their_order() throws SQLException {
    engine.policy(
        "{policy: p, destination: w, gates: [{name: cap, type: concurrency, key: '${k}', max: '${m}'}]}");
    StageRequest template = Engine.job("p", Map.of("k", "x", "m", 2));
    Instant due = Instant.parse("2099-01-01T00:00:00Z");
    long later = one(new StageRequest("p", template.keys(), due, null, template.message()));
    assertThat(why(later).reason()).isEqualTo(Reason.NOT_DUE);
    assertThat(why(later).notBefore()).isEqualTo(due);
    assertThat(job(later).position()).isNull();
    engine.database.execute("update policy set paused = true");
    assertThat(why(later).reason()).isEqualTo(Reason.PAUSED);
    long lost = one(Map.of("k", "y"));
    assertThat(why(lost).reason()).isEqualTo(Reason.MISCONFIGURED);
    assertThat(why(lost).advice()).contains("no property m").endsWith("gates[cap].max.");
  }

  @Test
  void an_empty_bucket_says_when_and_a_bounded_place_stays_bounded() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: t, type: throttle, rate: 1, period: PT1H}]}");
    engine.stage(Engine.jobs(1_200, "p", Map.of()));
    engine.tickOut(policy);
    long last = engine.number("select max(id) from job");
    JobExplained.Position position = job(last).position();
    assertThat(position).isEqualTo(new JobExplained.Position(JobExplained.COUNTED, 0));
    Instant told =
        why(engine.number("select min(id) from job where state = 'pending'")).notBefore();
    assertThat(told).isBetween(Instant.now().plusSeconds(3_500), Instant.now().plusSeconds(3_600));
  }

  @Test
  void shares_before_its_own_are_counted() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${t}'}, gates: [{name: g, type: globalCap, max: 3}]}");
    for (int i = 0; i < 6; i++) {
      engine.stage(Engine.jobs(2, "p", Map.of("t", "t" + i)));
    }
    engine.tickOut(policy);
    long last = engine.number("select max(id) from job where state = 'pending'");
    JobExplained explained = job(last);
    assertThat(explained.position()).isEqualTo(new JobExplained.Position(1, 2));
    assertThat(why(last).reason()).isEqualTo(Reason.GLOBAL_CAP);
  }

  @Test
  void a_job_in_flight_waits_only_for_the_broker() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w}");
    long id = one(Map.of());
    List<AdmittedJob> held = engine.tickOut(policy);
    assertThat(why(id).reason()).isEqualTo(Reason.BROKER);
    engine.database.execute("update admission_batch set forwarded_at = clock_timestamp()");
    assertThat(job(id).explained()).isNull();
    engine.settle(held, Outcome.SUCCESS);
    Optional<JobExplained> over =
        engine.inTransaction(c -> new ExplainRows(c, engine, engine.quota()).job(id));
    assertThat(over).isEmpty();
  }

  @Test
  void a_job_on_its_way_to_the_lanes_of_a_new_version_says_so() throws SQLException {
    engine.policy("{policy: p, destination: w}");
    long id = one(Map.of("k", "x"));
    engine.policy(
        "{policy: p, destination: w, gates: [{name: cap, type: concurrency, key: '${k}', max: 1}]}");
    assertThat(job(id).labels().moving()).isTrue();
    assertThat(why(id).reason()).isEqualTo(Reason.FAIR_TURN);
  }

  @Test
  void lanes_and_partitions_say_what_they_wait_for() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, gates: [{name: cap, type: concurrency, key: '${k}', max: 1}]}");
    engine.stage(Engine.jobs(2, "p", Map.of("k", "x")));
    engine.tickOut(policy);
    var active = engine.byId(policy).orElseThrow();
    long lane = engine.number("select id from lane");
    engine.inTransaction(c -> {
      ExplainRows rows = new ExplainRows(c, engine, engine.quota());
      assertThat(rows.lane(active, lane).orElseThrow().why().reason())
          .isEqualTo(Reason.CONCURRENCY);
      assertThat(rows.partition(active, "cap", "x").orElseThrow().holders()).hasSize(1);
      assertThat(rows.partition(active, "cap", "nobody")).isEmpty();
      assertThat(rows.lane(active, -1)).isEmpty();
      return null;
    });
  }
}
