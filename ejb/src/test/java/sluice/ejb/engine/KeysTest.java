package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.cancel.CancelJobs;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** Keys at the door of the database: long ones, look-alikes, strange letters, keys in use. */
class KeysTest {
  private final Engine engine = new Engine();

  private static String random(int length) {
    return new Random(7)
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Four bytes a character, and nothing in it to compress: the largest that a key can be. */
  private static String wide(int seed) {
    return new Random(seed)
        .ints(512, 0x10000, 0x110000)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private StageResult one(StageRequest request) {
    return engine.stage(List.of(request)).getFirst();
  }

  private static StageRequest keyed(
      String policy, @Nullable String jobKey, @Nullable String dedupe) {
    return Engine.job(
        policy, new StageRequest.Keys("default", jobKey, dedupe, null), Map.of("k", "x"));
  }

  @Test
  void i_128_and_b25_a_key_that_is_too_long_is_refused_at_the_door_with_the_limit()
      throws SQLException {
    engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    assertThat(one(Engine.job("p", Map.of("k", random(512)))))
        .isInstanceOf(StageResult.Staged.class);
    for (int length : new int[] {513, 2_600, 3_000, 20_000}) {
      String key = random(length);
      for (StageRequest job :
          List.of(
              Engine.job("p", Map.of("k", key)),
              keyed("p", key, null),
              keyed("p", null, key),
              Engine.job("p", new StageRequest.Keys(key, null, null, null), Map.of("k", "x")))) {
        assertThat(one(job))
            .isInstanceOfSatisfying(
                StageResult.Rejected.class, r -> assertThat(r.detail()).contains("512"));
      }
    }
    assertThat(engine.number("select count(*) from job")).isEqualTo(1);
  }

  @Test
  void b25_the_largest_keys_are_kept_side_by_side_and_cross_no_namespace() throws SQLException {
    String gates = "gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}";
    int usual = engine.policy("{policy: p, destination: w, " + gates);
    int shared = engine.policy("{policy: q, destination: w, fairness: {key: '${k}'}, " + gates);
    List<StageRequest> jobs = new ArrayList<>();
    for (String policy : List.of("p", "q")) {
      for (int i = 1; i <= 2; i++) {
        StageRequest.Keys keys = new StageRequest.Keys(wide(i), wide(i), wide(i), null);
        jobs.add(Engine.job(policy, keys, Map.of("k", wide(3))));
      }
    }
    assertThat(engine.stage(jobs)).allMatch(r -> r instanceof StageResult.Staged);
    assertThat(engine.number("select count(*) from share")).isEqualTo(4);
    assertThat(engine.number("select count(distinct key) from share where policy_id = " + shared))
        .isEqualTo(1);
    assertThat(engine.tickOut(usual)).hasSize(1);
    assertThat(engine.tickOut(shared)).hasSize(1);
  }

  @Test
  void b25_look_alike_keys_stay_apart_and_nothing_crosses_policies() throws SQLException {
    String gates =
        ", destination: w, dedupeKey: '${a}/${b}', gates: [{name: c, type: concurrency, key: '${a}:${b}', max: 1}, {name: a, type: concurrency, key: '${a}', max: 9}]}";
    int policy = engine.policy("{policy: p" + gates);
    engine.policy("{policy: q" + gates);
    List<StageRequest> jobs = new ArrayList<>();
    String[] keys = {"A", "a", " a", "a ", "*", "default", "__global__", "1", "null", "(none)"};
    for (String key : keys) {
      jobs.add(Engine.job("p", Map.of("a", key, "b", "x")));
      jobs.add(Engine.job("q", Map.of("a", key, "b", "x")));
    }
    assertThat(engine.stage(jobs)).allMatch(r -> r instanceof StageResult.Staged);
    assertThat(engine.tickOut(policy)).hasSize(keys.length);
    assertThat(
            engine.number(
                "select count(*) from gate_partition where gate = 'a' and policy_id = " + policy))
        .isEqualTo(keys.length);
    assertThat(engine.number("select count(*) from job where state = 'admitted'"))
        .as("q waits for nobody and nobody for q")
        .isEqualTo(keys.length);
  }

  @Test
  void b25_one_word_in_two_parts_is_two_keys_of_two_gates() throws SQLException {
    engine.policy(
        "{policy: p, destination: w, gates: [{name: one, type: concurrency, key: '${a}', max: 1}, {name: two, type: concurrency, key: '${b}', max: 1}]}");
    engine.stage(
        List.of(
            Engine.job("p", Map.of("a", "a:b", "b", "c")),
            Engine.job("p", Map.of("a", "a", "b", "b:c"))));
    assertThat(engine.number("select count(*) from lane")).isEqualTo(2);
    assertThat(engine.number("select count(*) from gate_partition where policy_id > 0"))
        .isEqualTo(4);
  }

  @Test
  void b27_a_key_that_the_database_cannot_keep_fails_alone_in_its_batch() throws SQLException {
    engine.policy(
        "{policy: p, destination: w, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    for (String bad : List.of("a\0b", "a\ud800b")) {
      List<StageRequest> jobs = new ArrayList<>(Engine.jobs(100, "p", Map.of("k", "good")));
      jobs.set(49, Engine.job("p", Map.of("k", bad)));
      List<StageResult> results = engine.stage(jobs);
      assertThat(results.get(49)).isInstanceOf(StageResult.Rejected.class);
      assertThat(results).filteredOn(r -> r instanceof StageResult.Staged).hasSize(99);
    }
    for (String fine :
        List.of("\ud83d\ude00", "e\u0301", "\u00e9", "\u202e", "\u200b", "\ud840\udc00")) {
      assertThat(one(Engine.job("p", Map.of("k", fine)))).isInstanceOf(StageResult.Staged.class);
    }
    assertThat(engine.number("select count(*) from gate_partition where policy_id > 0"))
        .isEqualTo(7);
  }

  @Test
  void i_103_no_key_is_no_duplicate_and_policies_do_not_share_keys() throws SQLException {
    engine.policy("{policy: p, destination: w, dedupeKey: '${e}'}");
    engine.policy("{policy: q, destination: w, dedupeKey: '${e}'}");
    assertThat(
            engine.stage(
                List.of(
                    Engine.job("p", Map.of()),
                    Engine.job("p", Map.of()),
                    Engine.job("p", Map.of("e", "k")),
                    Engine.job("q", Map.of("e", "k")))))
        .allMatch(r -> r instanceof StageResult.Staged);
  }

  @Test
  void i_104_of_a_b_c_a_the_first_a_stays_and_of_what_waits_nothing_is_staged_again()
      throws SQLException {
    engine.policy("{policy: p, destination: w, dedupeKey: '${e}'}");
    List<StageRequest> batch = new ArrayList<>();
    for (String key : List.of("a", "b", "c", "a")) {
      batch.add(Engine.job("p", Map.of("e", key)));
    }
    List<StageResult> results = engine.stage(batch);
    assertThat(results.get(3))
        .isEqualTo(new StageResult.Duplicate(((StageResult.Staged) results.get(0)).id()));
    assertThat(engine.number("select count(*) from job")).isEqualTo(3);
    assertThat(engine.stage(batch.subList(0, 3))).allMatch(r -> r instanceof StageResult.Duplicate);
    assertThat(engine.stage(List.of())).isEmpty();
  }

  @Test
  void b30_a_batch_beyond_what_a_statement_can_bind_says_of_each_job_what_became_of_it()
      throws SQLException {
    engine.policy("{policy: p, destination: w, dedupeKey: '${e}'}");
    List<StageRequest> batch = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      batch.add(Engine.job("p", Map.of("e", "k" + (i == 19_999 ? 0 : i))));
    }
    batch.set(10_000, Engine.job("unknown", Map.of()));
    List<StageResult> results = engine.stage(batch);
    assertThat(results.get(10_000)).isInstanceOf(StageResult.Rejected.class);
    assertThat(results.get(19_999)).isInstanceOf(StageResult.Duplicate.class);
    assertThat(results).filteredOn(r -> r instanceof StageResult.Staged).hasSize(19_998);
    assertThat(engine.number("select count(*) from job")).isEqualTo(19_998);
  }

  /** What a key does between the staging of its job and the job's end. */
  private void isRefusedThenFree(String what, Callable<?> end) throws Exception {
    assertThat(one(keyed("p", null, what)))
        .as("%s: alive", what)
        .isInstanceOf(StageResult.Duplicate.class);
    end.call();
    assertThat(one(keyed("p", null, what)))
        .as("%s: over", what)
        .isInstanceOf(StageResult.Staged.class);
    engine.database.execute("delete from job");
  }

  private AdmittedJob inFlight(int policy, String key) {
    one(keyed("p", null, key));
    return engine.tickOut(policy).getFirst();
  }

  @Test
  void b14_and_i_101_a_key_is_taken_while_its_job_lives_and_free_after_every_ending()
      throws Exception {
    int policy =
        engine.policy(
            "{policy: p, destination: w, lease: PT1S, retry: {maxAttempts: 2, backoff: PT0.001S}}");
    AdmittedJob ok = inFlight(policy, "success");
    isRefusedThenFree("success", () -> engine.settle(List.of(ok), Outcome.SUCCESS));
    AdmittedJob poison = inFlight(policy, "rejected");
    isRefusedThenFree("rejected", () -> engine.settle(List.of(poison), Outcome.REJECT));
    AdmittedJob failing = inFlight(policy, "last failure");
    engine.settle(List.of(failing), Outcome.FAILURE);
    assertThat(one(keyed("p", null, "last failure")))
        .as("waits for its retry")
        .isInstanceOf(StageResult.Duplicate.class);
    isRefusedThenFree("last failure", () -> engine.settle(List.of(again(policy)), Outcome.FAILURE));
    AdmittedJob lost = inFlight(policy, "lost");
    engine.settle(List.of(lost), Outcome.FAILURE);
    again(policy);
    isRefusedThenFree("lost", () -> until(() -> engine.reap().settled() == 1));
    long waiting = ((StageResult.Staged) one(keyed("p", null, "cancelled"))).id();
    isRefusedThenFree(
        "cancelled", () -> engine.inTransaction(c -> CancelJobs.one(c, waiting).orElseThrow()));
    StageRequest late = keyed("p", null, "expired");
    one(new StageRequest("p", late.keys(), null, Instant.now().plusMillis(200), late.message()));
    isRefusedThenFree("expired", () -> until(() -> engine.expire() == 1));
    StageRequest delayed = keyed("p", null, "delayed");
    one(
        new StageRequest(
            "p", delayed.keys(), Instant.now().plusSeconds(600), null, delayed.message()));
    isRefusedThenFree("delayed", () -> engine.inTransaction(c -> CancelJobs.waiting(c, policy, 9)));
  }

  private AdmittedJob again(int policy) throws Exception {
    until(() -> engine.promote() == 1);
    return engine.tickOut(policy).getFirst();
  }

  private static Object until(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
    return true;
  }

  @Test
  void a_namespace_of_white_space_is_refused_at_the_door_as_in_the_registry() throws SQLException {
    engine.policy("{policy: p, destination: w}");
    for (String blank : List.of("", " ", "\t\n", "\u2003")) {
      List<StageRequest> jobs =
          List.of(
              Engine.job("p", Map.of()),
              Engine.job("p", new StageRequest.Keys(blank, null, null, null), Map.of()),
              Engine.job("p", new StageRequest.Keys(" a ", null, null, null), Map.of()));
      assertThat(engine.stage(jobs))
          .satisfiesExactly(
              one -> assertThat(one).isInstanceOf(StageResult.Staged.class),
              one ->
                  assertThat(one)
                      .isInstanceOfSatisfying(
                          StageResult.Rejected.class,
                          r -> assertThat(r.code()).isEqualTo("NAMESPACE_BLANK")),
              one -> assertThat(one).isInstanceOf(StageResult.Staged.class));
    }
  }
}
