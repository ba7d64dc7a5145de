package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Observations.Ended;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads what was observed of single partitions. Stateless. */
final class PartitionHistory {
  private static final SqlStatement MINUTES = SqlStatement.named("observe/list_watched_minutes");
  private static final SqlStatement HOURS = SqlStatement.named("observe/list_partition_hours");
  private static final int SLOTS = 60;

  private PartitionHistory() {}

  private record Slot(int place, int slot, Ended seen) {}

  /** The last 60 minutes of each of these, in their order; null = nothing was observed. */
  static List<List<@Nullable Ended>> minutes(
      Connection connection, int policyId, List<Timeline.Named> partitions) throws SQLException {
    List<List<@Nullable Ended>> minutes = new ArrayList<>();
    partitions.forEach(one -> minutes.add(Arrays.asList(new @Nullable Ended[SLOTS])));
    if (!partitions.isEmpty()) {
      MINUTES
          .on(connection)
          .set("policy_id", policyId)
          .set("gates", partitions.stream().map(Timeline.Named::gate).toArray(String[]::new))
          .set("keys", partitions.stream().map(Timeline.Named::key).toArray(String[]::new))
          .list(row -> new Slot(row.integer("place"), row.integer("slot"), ended(row)))
          .forEach(found -> minutes.get(found.place()).set(found.slot(), found.seen()));
    }
    return minutes;
  }

  /** The last 24 hours of a partition, the one under way last. */
  static List<Timeline.Hour> hours(Connection connection, int policyId, Timeline.Named partition)
      throws SQLException {
    return HOURS
        .on(connection)
        .set("policy_id", policyId)
        .set("gate", partition.gate())
        .set("key", partition.key())
        .list(row ->
            new Timeline.Hour(
                row.instant("hour"), row.bigintOrNull("ended") == null ? null : ended(row)));
  }

  private static Ended ended(Row row) throws SQLException {
    long started = row.bigint("started");
    Double mean = started == 0 ? null : (Double) ((double) row.bigint("lag_ms") / started);
    return new Ended(row.bigint("ended"), row.bigint("failed"), mean, null);
  }
}
