package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.upkeep.Chore;
import sluice.ejb.upkeep.Chores;
import sluice.ejb.upkeep.Retention;

/** What is old goes, in bounded committed steps; what is alive or young stays. */
class PruneTest {
  private final Engine engine = new Engine();
  private final Upkeep upkeep = new Upkeep(engine, Duration.ofDays(1));

  private long count(String from) throws SQLException {
    return engine.number("select count(*) from " + from);
  }

  private void history(String endedAt, int count) throws SQLException {
    engine.database.execute(
        "insert into finished_job (id, policy_id, ending, attempt, namespace, staged_at, ended_at) select nextval('batch_id'), 1, 'cancelled', 1, 'n', now(), %s from generate_series(1, %d)"
            .formatted(endedAt, count));
  }

  @Test
  void history_goes_into_the_partition_of_its_day_and_days_ahead_are_there() throws SQLException {
    history("now()", 3);
    assertThat(count("finished_job_rest")).isZero();
    engine.database.execute(
        "do $$ begin execute (select 'drop table ' || max(relname) from pg_class where relname ~ '^finished_job_\\d{8}$'); end $$");
    upkeep.round("history-ahead");
    upkeep.round("history-ahead");
    history("now() + interval '3 days'", 1);
    assertThat(count("finished_job_rest")).isZero();
    assertThat(count("pg_indexes where tablename ~ '^finished_job_\\d{8}$'")).isEqualTo(4);
  }

  @Test
  void days_past_their_time_are_dropped_whole() throws SQLException {
    for (int days : new int[] {7, 8, 9, 30}) {
      engine.database.execute(
          "select make_history_day((now() at time zone 'UTC')::date - " + days + ")");
      history("now() - interval '%d days'".formatted(days), 2);
    }
    history("now()", 1);
    upkeep.round("history-drop");
    assertThat(count("finished_job"))
        .as("today, and the day that ended less than 7 days ago")
        .isEqualTo(3);
    assertThat(engine.number("select last_found from chore where name = 'history-drop'"))
        .isEqualTo(3);
  }

  @Test
  void rows_of_no_day_are_pruned_where_they_are_and_make_no_trouble() throws SQLException {
    history("now() - interval '20 days'", 7_000);
    history("now() - interval '5 days'", 10);
    engine.database.execute("select make_history_day((now() at time zone 'UTC')::date - 5)");
    assertThat(count("finished_job_rest")).isEqualTo(7_010);
    upkeep.round("history-rest");
    assertThat(count("finished_job_rest")).isEqualTo(10);
    assertThat(engine.number("select last_found from chore where name = 'history-rest'"))
        .isEqualTo(7_000);
  }

  @Test
  void forwarded_batches_go_and_open_ones_stay() throws SQLException {
    engine.database.execute(
        "insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, forwarded_at) select i, 1, now() - interval '3 days', '{}', '{}', 0, case when i % 10 > 0 then now() - interval '2 days' end from generate_series(1, 5000) i");
    upkeep.round("prune-batches");
    assertThat(count("admission_batch where forwarded_at is not null")).isZero();
    assertThat(count("admission_batch")).isEqualTo(500);
  }

  @Test
  void figures_receipts_and_the_audit_go_by_their_age() throws SQLException {
    engine.policy("{policy: p, destination: w}");
    for (String age : new String[] {"8 days", "6 days"}) {
      engine.database.execute(
          "insert into policy_minute (policy_id, minute) select 1, now() - interval '%s' + i * interval '1 second' from generate_series(1, 2500) i"
              .formatted(age));
      engine.database.execute(
          "insert into denial_minute select 1, now() - interval '%s', r, 1 from unnest(array['THROTTLE', 'QUOTA']) r"
              .formatted(age));
      engine.database.execute(
          "insert into intake_receipt select gen_random_uuid(), '{}', now() - interval '%s'"
              .formatted(age));
    }
    engine.database.execute(
        "insert into audit (at, actor, action, subject) select now() - i * interval '1 day', 'a', 'b', 'c' from unnest(array[400, 366, 364, 1]) i");
    upkeep.round("prune-minutes", "prune-denials", "prune-receipts", "prune-audit");
    assertThat(count("policy_minute")).isEqualTo(2_500);
    assertThat(count("denial_minute")).isEqualTo(2);
    assertThat(count("intake_receipt")).isEqualTo(1);
    assertThat(count("audit")).isEqualTo(2);
  }

  @Test
  void nothing_alive_is_pruned_however_old() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, retry: {maxAttempts: 1}, gates: [{name: c, type: concurrency, max: 2}]}");
    engine.stage(Engine.jobs(3, "p", Map.of()));
    engine.settle(engine.tickOut(policy).subList(0, 1), Outcome.FAILURE);
    engine.database.execute(
        "update job set staged_at = now() - interval '2 years', eligible_at = now() - interval '2 years'");
    engine.database.execute("update dead_job set died_at = now() - interval '2 years'");
    for (String chore :
        new String[] {
          "history-drop",
          "history-rest",
          "prune-batches",
          "prune-minutes",
          "mark-lanes",
          "collect-lanes"
        }) {
      upkeep.round(chore);
    }
    assertThat(count("job")).isEqualTo(2);
    assertThat(count("dead_job")).isEqualTo(1);
    assertThat(upkeep.audit()).isZero();
  }

  @Test
  void a_chore_in_one_nodes_hands_is_left_alone_by_the_others_and_a_broken_step_undone()
      throws SQLException {
    Chore chore = upkeep.chore("prune-receipts");
    engine.database.execute(
        "insert into intake_receipt values (gen_random_uuid(), '{}', now() - interval '30 days')");
    try (Connection other = engine.database.connect()) {
      other.setAutoCommit(false);
      Chores.step(other, chore);
      boolean more = engine.inTransaction(c -> Chores.step(c, chore));
      assertThat(more).isFalse();
      assertThat(count("intake_receipt")).isEqualTo(1);
      other.rollback();
    }
    engine.inTransaction(c -> Chores.step(c, chore));
    assertThat(count("intake_receipt")).isZero();
  }

  @Test
  void a_setting_that_makes_no_sense_deletes_nothing() {
    Map<String, String> settings =
        Map.of(
            "sluice.retention.history", "0",
            "sluice.retention.batches", "PT-5M",
            "sluice.retention.figures", "",
            "sluice.retention.audit", "forever",
            "sluice.idle", "P2D");
    Retention retention = Retention.read(name -> Optional.ofNullable(settings.get(name)));
    assertThat(retention.faults())
        .hasSize(3)
        .anyMatch(f -> f.contains("sluice.retention.history is '0'"));
    assertThat(retention.history()).isEmpty();
    assertThat(retention.batches()).isEmpty();
    assertThat(retention.figures()).isEmpty();
    assertThat(retention.audit()).isEmpty();
    assertThat(retention.idle()).contains(Duration.ofDays(2));
    assertThat(Retention.read(name -> Optional.empty()).history()).contains(Duration.ofDays(7));
  }
}
