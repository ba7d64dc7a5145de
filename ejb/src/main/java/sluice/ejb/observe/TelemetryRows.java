package sluice.ejb.observe;

import jakarta.json.JsonNumber;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.core.reason.Reason;
import sluice.ejb.json.JsonText;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads {@link Telemetry}. Stateless. */
final class TelemetryRows {
  private static final SqlStatement LIST = SqlStatement.named("observe/list_telemetry");
  private static final SqlStatement DEPLOYMENT = SqlStatement.named("observe/read_deployment");

  private TelemetryRows() {}

  static Telemetry read(Connection connection) throws SQLException {
    Map<String, PolicyFigures> figures = new HashMap<>();
    PolicyFiguresRows.read(connection, null, "", Integer.MAX_VALUE)
        .forEach(policy -> figures.put(policy.head().name(), policy));
    List<Telemetry.Policy> policies = new ArrayList<>();
    for (PolicyTelemetry did : policies(connection, null)) {
      PolicyFigures known = figures.get(did.name());
      if (known != null) {
        policies.add(new Telemetry.Policy(known, did));
      }
    }
    return DEPLOYMENT
        .on(connection)
        .one(row ->
            new Telemetry(
                policies,
                row.bigint("difference"),
                row.bigint("partitions"),
                row.instant("read_at")));
  }

  /** What policies did; {@code name} null = all of them. */
  static List<PolicyTelemetry> policies(Connection connection, @Nullable String name)
      throws SQLException {
    return LIST.on(connection).set("name", name).list(TelemetryRows::policy);
  }

  private static PolicyTelemetry policy(Row row) throws SQLException {
    return new PolicyTelemetry(
        row.text("name"),
        new PolicyTelemetry.Totals(
            row.bigint("admitted"),
            row.bigint("failed"),
            row.bigint("died"),
            row.bigint("stale"),
            new PolicyTelemetry.Started(row.bigint("started"), row.bigint("lag_ms"))),
        counts(row.text("denied")),
        recent(row),
        new PolicyTelemetry.Queue(
            row.bigint("open_batches"),
            row.instantOrNull("open_since"),
            row.bigint("unforwarded"),
            row.bigint("unseen"),
            held(row)));
  }

  private static PolicyTelemetry.Held held(Row row) throws SQLException {
    String by = row.textOrNull("held_by");
    return new PolicyTelemetry.Held(
        by == null ? null : Reason.valueOf(by), row.bigint("held_in_flight"));
  }

  private static PolicyTelemetry.Recent recent(Row row) throws SQLException {
    Map<Integer, Long> lags = new TreeMap<>();
    counts(row.text("lags")).forEach((bucket, n) -> lags.put(Integer.valueOf(bucket), n));
    long ticks = row.bigint("ticks");
    return new PolicyTelemetry.Recent(
        new Lag(lags),
        ticks == 0
            ? TickTimes.NONE
            : new TickTimes(
                ticks, row.real("tick_mean_ms"), row.real("tick_p95_ms"), row.real("tick_max_ms")),
        new Stats.Flow(
            row.bigint("accepted_1m"),
            row.bigint("admitted_1m"),
            row.bigint("finished_1m"),
            row.bigint("failed_1m"),
            row.bigint("died_1m")),
        row.bigint("admitted_since"));
  }

  private static Map<String, Long> counts(String json) {
    Map<String, Long> counts = new TreeMap<>();
    JsonText.object(json).forEach((key, n) -> counts.put(key, ((JsonNumber) n).longValue()));
    return counts;
  }
}
