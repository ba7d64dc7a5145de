package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.sql.TestDatabase;

class TimelineRowsTest {
  private final TestDatabase database = TestDatabase.fresh();

  @BeforeEach
  void two_policies_with_minutes() throws Exception {
    database.execute("insert into policy (name) values ('a'), ('b')");
    database.execute(
        """
        insert into policy_minute (policy_id, minute, admitted, finished, lag_ms, started)
        select n, date_trunc('minute', clock_timestamp()) - ago * interval '1 minute', 10 * n, n, 300, 3
        from generate_series(1, 2) n, unnest(array[2, 5, 70]) ago
        """);
  }

  @Test
  void admissions_are_told_minute_by_minute() throws Exception {
    try (Connection connection = database.connect()) {
      assertThat(TimelineRows.admitted(connection, List.of("b", "no such"), 4))
          .containsEntry("b", List.of(0L, 20L, 0L, 0L))
          .containsEntry("no such", List.of(0L, 0L, 0L, 0L));
    }
  }

  @Test
  void i_180_the_pace_is_that_of_the_last_minute() throws Exception {
    batch(1, "90 seconds", 1_000);
    batch(2, "10 seconds", 30);
    batch(3, "1 second", 10);
    try (Connection connection = database.connect()) {
      Pace pace = TimelineRows.pace(connection);
      assertThat(pace.batches()).isEqualTo(2);
      assertThat(Objects.requireNonNull(pace.meanMs())).isEqualTo(20);
      assertThat(pace.longestMs()).isEqualTo(30);
      assertThat(pace.lowerBound()).isFalse();
    }
  }

  @Test
  void partitions_with_a_job_in_flight_are_counted_without_the_quotas() throws Exception {
    database.execute(
        "insert into gate_partition (policy_id, gate, key, in_flight) values (0, 'quota', 'x', 4), (1, 'g', 'k', 2), (1, 'g', 'l', 0)");
    try (Connection connection = database.connect()) {
      assertThat(TimelineRows.busy(connection)).isEqualTo(new Busy(1, false));
    }
  }

  private void batch(long id, String ago, int took) throws Exception {
    database.execute(
        "insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, duration_ms) values (%d, 1, clock_timestamp() - interval '%s', '{1}', '{1}', 1, %d)"
            .formatted(id, ago, took));
  }
}
