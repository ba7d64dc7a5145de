package sluice.ejb.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sluice.ejb.database.PoolUse;
import sluice.ejb.database.Timers;
import sluice.ejb.observe.NamespaceGauge;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TelemetryForTests;
import sluice.sql.TestDatabase;

class MetricsTextTest {
  private static final Path MONITORING = Path.of("../payara-config/src/main/resources/monitoring");
  private final TestDatabase database = TestDatabase.fresh();

  private static String text(Telemetry telemetry, NamespaceGauge... top) {
    NodeFigures node =
        new NodeFigures(
            List.of(new Timers.Age("ticks", Duration.ofMillis(50), Duration.ofMillis(20))),
            new PoolUse.Figures(2, 100, Duration.ofMillis(1_500)),
            Map.of("UNKNOWN_POLICY", 3L));
    return MetricsText.of(telemetry, List.of(top), node);
  }

  private Telemetry read() throws Exception {
    return TelemetryForTests.read(database);
  }

  private void policy(String name) throws Exception {
    database.execute("insert into policy (name) values ('%s')".formatted(name));
    database.execute(
        "insert into policy_version (policy_id, version, definition, author) select id, 1, '{}', 'ann' from policy where name = '%s'"
            .formatted(name));
  }

  @Test
  void rejected_messages_are_counted_by_reason_also_without_a_database() {
    assertThat(text(null))
        .contains("# TYPE sluice_rejected_total counter\n")
        .contains("sluice_rejected_total{reason=\"UNKNOWN_POLICY\"} 3");
  }

  @Test
  void every_figure_has_its_name_and_unit() throws Exception {
    policy("p");
    database.execute(
        """
        update policy set accepted = 20, pending = 4, scheduled = 1, in_flight = 2, finished = 12, dead = 1, last_tick_at = clock_timestamp();
        insert into policy_total values (1, now() - interval '1 hour', 100, 5, 2, 1, 80, 8000);
        insert into policy_minute (policy_id, minute, admitted, failed, started, lag_ms) values
          (1, now() - interval '2 hours', 1000, 1000, 1000, 1000), (1, now() - interval '3 minutes', 7, 1, 20, 2000);
        insert into denial_total values (1, 'THROTTLE', 10);
        insert into denial_minute values (1, now() - interval '3 minutes', 'THROTTLE', 3), (1, now() - interval '3 minutes', 'QUOTA', 1);
        insert into lag_minute values (1, now() - interval '1 minute', 0, 98), (1, now() - interval '1 minute', 40, 2), (1, now() - interval '9 minutes', 80, 1000);
        insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, duration_ms, forwarded_at) values
          (1, 1, now() - interval '1 minute', '{1,2}', '{1,1}', 2, 10, now()), (2, 1, now() - interval '30 s', '{3,4,5}', '{1,1,1}', 2, 30, null);
        insert into chore (name, found, last_found) values ('check-slots', 1, 2), ('prune-audit', 50, 50);
        """);
    StrictText text = new StrictText(text(read()));
    String p = "{policy=\"p\"}";
    assertThat(text.samples)
        .containsEntry("sluice_database_up", 1.0)
        .containsEntry("sluice_jobs_pending" + p, 4.0)
        .containsEntry("sluice_jobs_scheduled" + p, 1.0)
        .containsEntry("sluice_jobs_in_flight" + p, 2.0)
        .containsEntry("sluice_jobs_dead" + p, 1.0)
        .containsEntry("sluice_jobs_accepted_total" + p, 20.0)
        .containsEntry("sluice_jobs_admitted_total" + p, 107.0)
        .containsEntry("sluice_jobs_finished_total" + p, 12.0)
        .containsEntry("sluice_attempts_failed_total" + p, 6.0)
        .containsEntry("sluice_lanes_denied_total{policy=\"p\",reason=\"THROTTLE\"}", 13.0)
        .containsEntry("sluice_lanes_denied_total{policy=\"p\",reason=\"QUOTA\"}", 1.0)
        .containsEntry("sluice_queue_lag_seconds{policy=\"p\",quantile=\"0.5\"}", 0.001)
        .containsEntry("sluice_queue_lag_seconds{policy=\"p\",quantile=\"0.99\"}", 1.024)
        .containsEntry("sluice_queue_lag_seconds_sum" + p, 10.0)
        .containsEntry("sluice_queue_lag_seconds_count" + p, 100.0)
        .containsEntry("sluice_tick_duration_seconds{policy=\"p\",stat=\"mean\"}", 0.02)
        .containsEntry("sluice_tick_duration_seconds{policy=\"p\",stat=\"max\"}", 0.03)
        .containsEntry("sluice_outbox_open_batches" + p, 1.0)
        .containsEntry("sluice_outbox_late_jobs" + p, 3.0)
        .containsEntry("sluice_auditor_difference", 3.0)
        .containsEntry("sluice_timer_last_success_age_seconds{timer=\"ticks\"}", 0.02)
        .containsEntry("sluice_database_connection_wait_seconds_total", 1.5);
    assertThat(text.samples.get("sluice_outbox_oldest_age_seconds" + p)).isBetween(30.0, 60.0);
  }

  @Test
  void without_a_database_the_nodes_own_figures_remain() {
    StrictText text = new StrictText(text(null));
    assertThat(text.samples)
        .containsEntry("sluice_database_up", 0.0)
        .containsKey("sluice_timer_last_success_age_seconds{timer=\"ticks\"}")
        .allSatisfy((series, value) -> assertThat(series).doesNotContain("policy"));
  }

  @Test
  void the_text_does_not_grow_with_partitions_and_a_scrape_stays_under_a_second() throws Exception {
    policy("p");
    policy("q");
    Set<String> few = new StrictText(text(read())).samples.keySet();
    database.execute(
        """
        insert into namespace (name) select 'ns-' || i from generate_series(1, 5000) i;
        insert into gate_partition (policy_id, gate, key) select 1 + i % 2, 'g', 'key-' || i from generate_series(1, 50000) i;
        insert into lane (policy_id, keying_version, share_id, partitions, turn_id) select 1 + i % 2, 1, i, array[i], 1 from generate_series(1, 50000) i;
        insert into partition_observation select 1 + i % 2, now() - m * interval '1 minute', i, 1, 0, 1, 1, 1 from generate_series(1, 50000) i, generate_series(1, 3) m;
        insert into policy_minute (policy_id, minute, admitted) select 1 + i % 2, now() - i * interval '1 minute', 1 from generate_series(1, 20000) i;
        analyze
        """);
    read();
    long begun = System.nanoTime();
    Set<String> many = new StrictText(text(read())).samples.keySet();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
    assertThat(many).isEqualTo(few);
  }

  @Test
  void namespaces_are_named_when_asked_for_whatever_is_in_their_names() throws Exception {
    StrictText text = new StrictText(text(read(), new NamespaceGauge("a\"b\\c\nd", 3, null)));
    assertThat(text.samples)
        .containsEntry("sluice_namespace_jobs_in_flight{namespace=\"a\\\"b\\\\c\\nd\"}", 3.0);
  }

  @Test
  void dashboards_and_alerts_name_only_metrics_that_are_there() throws Exception {
    policy("p");
    Set<String> exported = new TreeSet<>();
    StrictText text = new StrictText(text(read(), new NamespaceGauge("n", 1, null)));
    text.types.forEach((name, type) -> {
      exported.add(name);
      if (type.equals("summary")) {
        exported.addAll(List.of(name + "_sum", name + "_count"));
      }
    });
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.list(MONITORING)) {
      for (Path file : files.toList()) {
        Matcher names = Pattern.compile("\\bsluice_[a-z0-9_]+").matcher(read(file));
        while (names.find()) {
          named.add(names.group());
        }
      }
    }
    assertThat(named).hasSizeGreaterThan(15).isSubsetOf(exported);
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }
}
