package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Observations.Ended;
import sluice.ejb.observe.Observations.OfPartition;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads {@link Observations}. Stateless. */
final class ObservationRows {
  /** What partitions may be sorted by, the usual first. */
  static final List<String> SORTS =
      List.of("gate", "key", "completed", "failed", "lagMean", "lagMax", "currentMax");

  private static final SqlStatement LIST = SqlStatement.named("observe/list_observations");
  private static final SqlStatement PARTITION_MINUTES =
      SqlStatement.named("observe/list_partition_minutes");
  private static final SqlStatement POLICY_MINUTES =
      SqlStatement.named("observe/list_policy_minutes");
  private static final int MINUTES = 60;
  private static final int BOUND = 300_000;

  private ObservationRows() {}

  /** Everything that a page shows; {@code gate} null = partitions of all gates. */
  static Observations read(
      Connection connection, int policyId, @Nullable String gate, PageAsked asked)
      throws SQLException {
    List<Found> found =
        LIST.on(connection)
            .set("policy_id", policyId)
            .set("gate", gate)
            .set("pattern", asked.pattern())
            .set("bound", BOUND)
            .set("sort", asked.sort())
            .set("descending", asked.descending())
            .set("limit", asked.size())
            .set("offset", asked.offset())
            .list(Found::read);
    List<Line> lines = new ArrayList<>();
    found.forEach(one -> {
      if (one.line() != null) {
        lines.add(one.line());
      }
    });
    Map<Long, List<@Nullable Ended>> minutes = partitionMinutes(connection, policyId, lines);
    List<OfPartition> rows =
        lines.stream()
            .map(line ->
                new OfPartition(
                    line.gate(),
                    line.key(),
                    line.figures(),
                    line.currentMax(),
                    minutes.getOrDefault(line.id(), Collections.nCopies(MINUTES, null))))
            .toList();
    Found first = found.getFirst();
    return new Observations(
        minutes(connection, policyId), new PageOf<>(rows, asked, first.total()), first.since());
  }

  /** The last 60 minutes of a policy, oldest first; null = of all together. */
  static List<Minute> minutes(Connection connection, @Nullable Integer policyId)
      throws SQLException {
    return POLICY_MINUTES
        .on(connection)
        .set("policy_id", policyId)
        .list(row -> new Minute(row.instant("minute"), seen(row)));
  }

  private static Minute.@Nullable Seen seen(Row row) throws SQLException {
    if (row.bigintOrNull("accepted") == null) {
      return null;
    }
    return new Minute.Seen(
        new Stats.Flow(
            row.bigint("accepted"),
            row.bigint("admitted"),
            row.bigint("finished"),
            row.bigint("failed"),
            row.bigint("dead")),
        row.bigint("expired"),
        mean(row));
  }

  private static Map<Long, List<@Nullable Ended>> partitionMinutes(
      Connection connection, int policyId, List<Line> lines) throws SQLException {
    Map<Long, List<@Nullable Ended>> minutes = new HashMap<>();
    if (!lines.isEmpty()) {
      PARTITION_MINUTES
          .on(connection)
          .set("policy_id", policyId)
          .bigints("ids", lines.stream().mapToLong(Line::id).toArray())
          .list(row ->
              minutes
                  .computeIfAbsent(
                      row.bigint("partition_id"), id -> Arrays.asList(new Ended[MINUTES]))
                  .set(row.integer("slot"), ended(row, null)));
    }
    return minutes;
  }

  private static Ended ended(Row row, @Nullable Long maxMs) throws SQLException {
    return new Ended(row.bigint("ended"), row.bigint("failed"), mean(row), maxMs);
  }

  private static @Nullable Double mean(Row row) throws SQLException {
    long started = row.bigint("started");
    return started == 0 ? null : (double) row.bigint("lag_ms") / started;
  }

  private record Line(
      long id, String gate, String key, Ended figures, @Nullable Integer currentMax) {}

  private record Found(int total, @Nullable Instant since, @Nullable Line line) {
    static Found read(Row row) throws SQLException {
      return new Found(row.integer("total"), row.instantOrNull("since"), line(row));
    }

    private static @Nullable Line line(Row row) throws SQLException {
      Long id = row.bigintOrNull("id");
      if (id == null) {
        return null;
      }
      Long max = row.bigint("started") == 0 ? null : (Long) row.bigint("max_lag_ms");
      Long currentMax = row.bigintOrNull("current_max");
      return new Line(
          id,
          row.text("gate"),
          row.text("key"),
          ended(row, max),
          currentMax == null ? null : currentMax.intValue());
    }
  }
}
