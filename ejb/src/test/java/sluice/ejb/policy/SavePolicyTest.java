package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.sql.TestDatabase;

class SavePolicyTest {
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private final PoliciesForTests policies = new PoliciesForTests(DATABASE);

  private static final String TWO_GATES =
      "[{name: a, type: concurrency, key: \"${x}\", max: 2}, {name: total, type: globalCap, max: 9}]";

  @BeforeEach
  void empty() throws Exception {
    DATABASE.execute("truncate policy, policy_version, arrival, waiter, audit restart identity");
  }

  private String doc(String gates) {
    return PoliciesForTests.document("p", gates);
  }

  private StoredPolicy stored() {
    return policies.in(connection -> StoredPolicy.find(connection, "p").orElseThrow());
  }

  private long count(String sql) {
    return policies.in(connection -> {
      try (var statement = connection.createStatement();
          var rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }

  @Test
  void a_new_policy_is_version_1_and_due_at_once() {
    SavedPolicy saved = policies.save("p", doc(TWO_GATES));
    assertThat(saved.outcome()).isEqualTo(Outcome.CREATED);
    assertThat(saved.version()).isEqualTo(1);
    assertThat(count("select count(*) from policy where next_tick_at <= clock_timestamp()"))
        .isOne();
    assertThat(count("select count(*) from audit where action = 'policy.create' and actor = 'ann'"))
        .isOne();
  }

  @Test
  void savers_at_the_same_time_queue_up() throws Exception {
    policies.save("p", doc("[{name: a, type: globalCap, max: 1}]"));
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<SavedPolicy>> saves = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String document = doc("[{name: a, type: globalCap, max: " + (i + 2) + "}]");
        saves.add(threads.submit(() -> policies.save("p", document)));
      }
      Set<Integer> versions = new HashSet<>();
      for (Future<SavedPolicy> save : saves) {
        versions.add(save.get(60, TimeUnit.SECONDS).version());
      }
      assertThat(versions).hasSize(24);
    }
    assertThat(stored().version()).isEqualTo(25);
  }

  @Test
  void the_same_document_in_other_words_makes_no_version() {
    policies.save("p", doc("[{name: a, type: globalCap, max: 2}]"));
    SavedPolicy saved =
        policies.save(
            "p",
            "{\"gates\":[{\"max\":2,\"type\":\"globalCap\",\"name\":\"a\"}],\"destination\":\"work.p\",\"policy\":\"p\"}");
    assertThat(saved.outcome()).isEqualTo(Outcome.UNCHANGED);
    assertThat(saved.version()).isEqualTo(1);
    assertThat(count("select count(*) from audit")).isOne();
  }

  @Test
  void changing_a_number_does_not_key_anew() {
    policies.save("p", doc("[{name: a, type: globalCap, max: 2}]"));
    SavedPolicy saved = policies.save("p", doc("[{name: a, type: globalCap, max: 3}]"));
    assertThat(saved.version()).isEqualTo(2);
    assertThat(count("select count(*) from policy where keying_version = 1 and not rekeying"))
        .isOne();
  }

  @Test
  void a_new_gate_keys_anew_and_is_announced() {
    policies.save("p", doc("[{name: a, type: globalCap, max: 2}]"));
    SavedPolicy saved = policies.save("p", doc("[{name: b, type: globalCap, max: 2}]"));
    assertThat(saved.notes()).anyMatch(note -> note.contains("gate b is new"));
    assertThat(saved.notes()).anyMatch(note -> note.contains("rename"));
    assertThat(count("select count(*) from policy where keying_version = 2 and rekeying")).isOne();
  }

  @Test
  void lanes_that_sleep_are_looked_at_again() throws Exception {
    int id = policies.save("p", doc("[{name: a, type: globalCap, max: 2}]")).id();
    DATABASE.execute(
        "insert into waiter (partition_id, policy_id) values (1, " + id + "), (2, 99)");
    policies.save("p", doc("[{name: a, type: globalCap, max: 3}]"));
    assertThat(count("select count(*) from waiter where wake_at is not null")).isOne();
  }

  @Test
  void a_stale_version_is_refused_and_changes_nothing() {
    policies.save("p", doc("[]"));
    policies.save("p", doc(TWO_GATES));
    SaveRequest stale =
        new SaveRequest(
            "p",
            doc("[{name: z, type: globalCap, max: 1}]"),
            Expected.version(1),
            false,
            PoliciesForTests.ANN);
    assertThatThrownBy(() -> policies.save(stale))
        .isInstanceOf(VersionConflict.class)
        .hasMessageContaining("version 2; expected was version 1");
    assertThat(stored().version()).isEqualTo(2);
  }

  @Test
  void a_policy_that_must_not_exist_is_refused_when_it_does() {
    policies.save("p", doc("[]"));
    SaveRequest create =
        new SaveRequest("p", doc("[]"), Expected.version(0), false, PoliciesForTests.ANN);
    assertThatThrownBy(() -> policies.save(create)).isInstanceOf(VersionConflict.class);
  }

  @Test
  void a_policy_that_must_exist_is_refused_when_it_does_not() {
    for (boolean dryRun : new boolean[] {true, false}) {
      SaveRequest change =
          new SaveRequest("p", doc("[]"), Expected.SOMETHING, dryRun, PoliciesForTests.ANN);
      assertThatThrownBy(() -> policies.save(change))
          .isInstanceOf(VersionConflict.class)
          .hasMessageContaining("there is no policy 'p'");
    }
    policies.save("p", doc("[]"));
    SaveRequest change =
        new SaveRequest("p", doc(TWO_GATES), Expected.SOMETHING, false, PoliciesForTests.ANN);
    assertThat(policies.save(change).version()).isEqualTo(2);
  }

  @Test
  void what_is_expected_may_be_one_of_several_versions_or_none_of_them() {
    assertThat(Expected.version(null)).isSameAs(Expected.ANYTHING);
    assertThat(Expected.version(0).isMetBy(0)).isTrue();
    assertThat(Expected.version(0).isMetBy(1)).isFalse();
    assertThat(Expected.oneOf(Set.of(1, 2)).isMetBy(2)).isTrue();
    assertThat(Expected.oneOf(Set.of(1, 2)).isMetBy(3)).isFalse();
    assertThat(Expected.oneOf(Set.of()).isMetBy(1)).isFalse();
    assertThat(Expected.noneOf(Set.of(2)).isMetBy(2)).isFalse();
    assertThat(Expected.noneOf(Set.of(2)).isMetBy(0)).isTrue();
    Expected both = Expected.SOMETHING.and(Expected.noneOf(Set.of(2)));
    assertThat(both.isMetBy(0)).isFalse();
    assertThat(both.isMetBy(2)).isFalse();
    assertThat(both.isMetBy(3)).isTrue();
    assertThat(Expected.oneOf(Set.of(2, 1))).hasToString("version 1 or 2");
  }

  @Test
  void a_dry_run_answers_and_changes_nothing() {
    SaveRequest dry =
        new SaveRequest("p", doc("[]"), Expected.ANYTHING, true, PoliciesForTests.ANN);
    assertThat(policies.save(dry).outcome()).isEqualTo(Outcome.CREATED);
    assertThat(count("select count(*) from policy")).isZero();
    policies.save("p", doc("[]"));
    SaveRequest again =
        new SaveRequest("p", doc(TWO_GATES), Expected.ANYTHING, true, PoliciesForTests.ANN);
    assertThat(policies.save(again).version()).isEqualTo(2);
    assertThat(stored().version()).isEqualTo(1);
  }

  @Test
  void another_name_than_the_address_is_a_fault() {
    assertThatThrownBy(() -> policies.save("q", doc("[]")))
        .isInstanceOfSatisfying(
            PolicyRefused.class, e -> assertThat(e.faults().getFirst().path()).isEqualTo("policy"));
  }

  @Test
  void every_fault_of_a_document_is_told() {
    assertThatThrownBy(
            () -> policies.save("p", doc("[{name: a, type: throttle, rate: -1, period: PT0S}]")))
        .isInstanceOfSatisfying(
            PolicyRefused.class, e -> assertThat(e.faults()).hasSizeGreaterThanOrEqualTo(2));
  }

  @Test
  void a_pause_is_kept_over_a_save_and_audited() {
    policies.save("p", doc("[]"));
    policies.in(connection -> PausePolicy.set(connection, "p", true, PoliciesForTests.ANN));
    assertThat(policies.save("p", doc(TWO_GATES)).notes())
        .anyMatch(note -> note.contains("paused"));
    assertThat(stored().paused()).isTrue();
    assertThat(
            count(
                "select count(*) from audit where action = 'policy.pause' and before @> '{\"paused\": false}' and after @> '{\"paused\": true}'"))
        .isOne();
  }

  @Test
  void a_pause_that_holds_already_is_no_act() {
    policies.save("p", doc("[]"));
    for (boolean paused : new boolean[] {false, true, true, true, false, false}) {
      policies.in(connection -> PausePolicy.set(connection, "p", paused, PoliciesForTests.ANN));
      assertThat(stored().paused()).isEqualTo(paused);
    }
    assertThat(
            count("select count(*) from audit where action in ('policy.pause', 'policy.resume')"))
        .isEqualTo(2);
  }

  @Test
  void a_file_that_says_the_same_as_last_time_leaves_what_people_saved() {
    SaveRequest.By file = new SaveRequest.By("file:p.yaml", null);
    SaveRequest fromFile = new SaveRequest("p", doc("[]"), Expected.ANYTHING, false, file);
    policies.in(c -> PolicyFileRows.saveIfNew(c, "p", SavePolicy.checked(fromFile, true)));
    policies.save("p", doc(TWO_GATES));
    SavedPolicy again =
        policies.in(c -> PolicyFileRows.saveIfNew(c, "p", SavePolicy.checked(fromFile, true)));
    assertThat(again.outcome()).isEqualTo(Outcome.UNCHANGED);
    assertThat(again.notes()).anyMatch(note -> note.contains("by hand"));
    assertThat(stored().version()).isEqualTo(2);
  }

  @Test
  void files_that_went_away_only_lose_their_mark() {
    policies.save("p", doc("[]"));
    policies.in(c -> PolicyFileRows.mark(c, new String[] {"p"}));
    assertThat(stored().inFiles()).isTrue();
    policies.in(c -> PolicyFileRows.mark(c, new String[0]));
    assertThat(stored().inFiles()).isFalse();
    assertThat(stored().paused()).isFalse();
  }
}
