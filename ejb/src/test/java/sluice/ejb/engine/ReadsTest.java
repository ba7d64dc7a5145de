package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.ejb.stage.StageRequest;

/** Cost follows work (R7): beside 10,000 lanes and partitions, no step reads a whole table. */
class ReadsTest {
  private static final int LANES = 10_000;

  private final Engine engine = new Engine();
  private final Upkeep upkeep = new Upkeep(engine, Duration.ofDays(1));
  private int policy;

  @BeforeEach
  void ten_thousand_lanes() throws SQLException {
    policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${k}'}, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    for (int from = 0; from < LANES; from += 1_000) {
      engine.stage(jobs(from, 1_000));
    }
    engine.database.execute("vacuum analyze");
  }

  private static List<StageRequest> jobs(int from, int count) {
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      jobs.add(Engine.job("p", Map.of("k", "k" + i)));
    }
    return jobs;
  }

  /** Rows read by scans of whole tables while this ran. */
  private long scanned(String table, Work work) throws SQLException {
    String read =
        "select seq_tup_read from pg_stat_user_tables where relname = '%s'".formatted(table);
    String sessions =
        "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.number(sessions) == 0);
    long before = engine.number(read);
    work.run();
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> engine.number(sessions) == 0);
    return engine.number(read) - before;
  }

  @FunctionalInterface
  private interface Work {
    void run() throws SQLException;
  }

  @Test
  void staging_looks_at_the_lanes_of_its_batch_only() throws SQLException {
    assertThat(scanned("lane", () -> engine.stage(jobs(100, 300)))).isZero();
  }

  @Test
  void the_auditor_looks_at_its_stretch_only() throws SQLException {
    engine.tick(policy, 500);
    engine.database.execute("analyze");
    assertThat(scanned("job", () -> upkeep.step("check-lanes"))).isZero();
    assertThat(scanned("job", () -> upkeep.step("check-slots"))).isZero();
    assertThat(scanned("lane", () -> upkeep.step("check-lanes"))).isZero();
  }

  @Test
  void marking_looks_at_its_stretch_only_and_finds_nothing_where_jobs_wait() throws SQLException {
    engine.tick(policy, 500);
    engine.database.execute("analyze");
    assertThat(scanned("lane", () -> upkeep.step("mark-lanes"))).isZero();
    assertThat(scanned("job", () -> upkeep.step("mark-lanes"))).isZero();
    assertThat(engine.number("select count(*) from retiring")).isZero();
  }

  @Test
  void collecting_looks_at_what_is_marked_only() throws SQLException {
    engine.database.execute(
        "insert into retiring (kind, id, policy_id, fence) select 'lane', id, policy_id, '3' from lane order by id limit 400");
    engine.database.execute("analyze");
    assertThat(scanned("job", () -> upkeep.step("collect-lanes"))).isZero();
    assertThat(engine.number("select count(*) from retiring")).isZero();
    assertThat(engine.number("select count(*) from lane")).isEqualTo(LANES);
  }
}
