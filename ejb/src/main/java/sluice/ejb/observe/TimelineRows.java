package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.sql.SqlStatement;

/** Reads what {@link Timeline} tells. Stateless. */
final class TimelineRows {
  private static final SqlStatement ADMITTED = SqlStatement.named("observe/list_admitted_minutes");
  private static final SqlStatement PACE = SqlStatement.named("observe/read_pace");
  private static final SqlStatement BUSY = SqlStatement.named("observe/count_busy_partitions");

  /** Most batches looked at: those of a minute of four policies that tick without a pause. */
  private static final int BATCHES = 5_000;

  private static final int PARTITIONS = 100_000;

  private TimelineRows() {}

  static Map<String, List<Long>> admitted(
      Connection connection, List<String> policies, int minutes) throws SQLException {
    Instant first = first(connection, minutes);
    Map<String, Long[]> counts = new LinkedHashMap<>();
    for (String policy : policies) {
      Long[] none = new Long[minutes];
      Arrays.fill(none, 0L);
      counts.put(policy, none);
    }
    ADMITTED
        .on(connection)
        .set("names", policies.toArray(String[]::new))
        .set("minutes", minutes)
        .list(row ->
            Map.entry(row.text("policy"), Map.entry(row.instant("minute"), row.bigint("admitted"))))
        .forEach(found -> {
          long at = ChronoUnit.MINUTES.between(first, found.getValue().getKey());
          Long[] each = counts.get(found.getKey());
          if (each != null && at >= 0 && at < minutes) {
            each[(int) at] = found.getValue().getValue();
          }
        });
    Map<String, List<Long>> admitted = new LinkedHashMap<>();
    counts.forEach((policy, each) -> admitted.put(policy, List.of(each)));
    return admitted;
  }

  static Pace pace(Connection connection) throws SQLException {
    return PACE.on(connection)
        .set("looked_at", BATCHES)
        .one(row -> {
          long batches = row.bigint("batches");
          return new Pace(
              batches, row.real("spent_ms"), row.realOrNull("longest_ms"), batches >= BATCHES);
        });
  }

  static Busy busy(Connection connection) throws SQLException {
    return BUSY.on(connection)
        .set("bound", PARTITIONS)
        .one(row -> new Busy(row.bigint("busy"), row.bigint("looked_at") >= PARTITIONS));
  }

  private static Instant first(Connection connection, int minutes) throws SQLException {
    return StatsRows.now(connection)
        .truncatedTo(ChronoUnit.MINUTES)
        .minus(minutes - 1L, ChronoUnit.MINUTES);
  }
}
