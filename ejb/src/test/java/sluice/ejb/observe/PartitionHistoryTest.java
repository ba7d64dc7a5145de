package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.sql.TestDatabase;

class PartitionHistoryTest {
  private final TestDatabase database = TestDatabase.fresh();

  private void partitions() throws Exception {
    database.execute("insert into policy (name) values ('p')");
    database.execute(
        "insert into gate_partition (policy_id, gate, key) values (1, 'g', 'a,b'), (1, 'g', 'idle'), (2, 'g', 'a,b')");
    // Of every partition, also of another policy's.
    database.execute(
        """
        insert into partition_observation (policy_id, minute, partition_id, ended, failed, started, lag_ms, max_lag_ms)
        select policy_id, date_trunc('minute', clock_timestamp()) - ago * interval '1 minute', id, 10 * policy_id + ago, 1, 2, 300, 200
        from gate_partition, unnest(array[0, 3, 61]) ago where key = 'a,b' and policy_id in (1, 2)
        """);
  }

  @Test
  void minutes_of_watched_partitions_are_told_in_their_order_with_gaps() throws Exception {
    partitions();
    try (Connection connection = database.connect()) {
      List<List<Observations.@Nullable Ended>> minutes =
          PartitionHistory.minutes(
              connection,
              1,
              List.of(
                  new Timeline.Named("g", "idle"),
                  new Timeline.Named("g", "a,b"),
                  new Timeline.Named("g", "nobody")));
      assertThat(minutes).hasSize(3).allMatch(each -> each.size() == 60);
      assertThat(minutes.get(0)).containsOnlyNulls();
      assertThat(minutes.get(2)).containsOnlyNulls();
      assertThat(minutes.get(1).stream().filter(Objects::nonNull).mapToLong(one -> one.completed()))
          .as("a minute may have begun meanwhile")
          .containsExactly(13L, 10L);
      assertThat(PartitionHistory.minutes(connection, 1, List.of())).isEmpty();
    }
  }

  @Test
  void a_day_is_told_by_the_hour_from_what_was_rolled_up_and_from_minutes_that_were_not()
      throws Exception {
    database.execute("insert into policy (name) values ('p')");
    database.execute("insert into gate_partition (policy_id, gate, key) values (1, 'g', 'k')");
    database.execute(
        """
        insert into partition_hour (policy_id, hour, partition_id, ended, failed, started, lag_ms, max_lag_ms)
        select 1, date_trunc('hour', clock_timestamp()) - ago * interval '1 hour', id, ago, 1, 2, 300, 200
        from gate_partition, unnest(array[2, 23, 24]) ago
        """);
    database.execute(
        """
        insert into partition_observation (policy_id, minute, partition_id, ended, failed, started, lag_ms, max_lag_ms)
        select 1, date_trunc('hour', clock_timestamp()) - interval '1 hour' + m * interval '1 minute', id, 100, 1, 0, 0, 0
        from gate_partition, unnest(array[0, 59]) m
        """);
    try (Connection connection = database.connect()) {
      List<Timeline.Hour> day = PartitionHistory.hours(connection, 1, new Timeline.Named("g", "k"));
      assertThat(day).hasSize(24).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
      assertThat(day.stream().map(Timeline.Hour::seen).filter(Objects::nonNull))
          .containsExactly(
              new Observations.Ended(23, 1, 150.0, null),
              new Observations.Ended(2, 1, 150.0, null),
              new Observations.Ended(200, 2, null, null));
      assertThat(PartitionHistory.hours(connection, 1, new Timeline.Named("g", "nobody")))
          .hasSize(24)
          .allMatch(hour -> hour.seen() == null);
    }
  }
}
