package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads {@link Stats}. Stateless. */
final class StatsRows {
  private static final SqlStatement RATES = SqlStatement.named("observe/read_rates");
  private static final SqlStatement OUTBOX = SqlStatement.named("observe/read_outbox");
  private static final SqlStatement CHORES = SqlStatement.named("observe/read_chores");
  private static final SqlStatement HORIZON = SqlStatement.named("observe/read_horizon");
  private static final SqlStatement CLOCK = SqlStatement.named("observe/read_clock");

  private StatsRows() {}

  static Stats read(Connection connection) throws SQLException {
    return whole(connection).stats();
  }

  static Whole whole(Connection connection) throws SQLException {
    List<PolicyFigures> policies = PolicyFiguresRows.read(connection, null, "", Integer.MAX_VALUE);
    Map<String, Instant> ticks = new TreeMap<>();
    for (PolicyFigures policy : policies) {
      Instant at = policy.recent().lastTickAt();
      if (at != null) {
        ticks.put(policy.head().name(), at);
      }
    }
    Stats stats =
        new Stats(
            totals(policies),
            RATES.on(connection).one(StatsRows::minute),
            speed(TelemetryRows.policies(connection, null)),
            OUTBOX
                .on(connection)
                .one(row -> new Stats.Outbox(row.instantOrNull("oldest_at"), row.bigint("age_ms"))),
            upkeep(connection),
            ticks,
            now(connection));
    return new Whole(stats, policies);
  }

  private static Stats.Speed speed(List<PolicyTelemetry> policies) {
    return new Stats.Speed(
        Lag.sum(policies.stream().map(p -> p.recent().lag()).toList()),
        TickTimes.over(policies.stream().map(p -> p.recent().ticks()).toList()));
  }

  private static Upkeep upkeep(Connection connection) throws SQLException {
    List<Upkeep.Chore> chores =
        CHORES
            .on(connection)
            .list(row ->
                new Upkeep.Chore(
                    row.text("name"),
                    row.bigint("found"),
                    row.bigint("mended"),
                    row.instantOrNull("ended_at")));
    Optional<Upkeep.Horizon> horizon =
        HORIZON
            .on(connection)
            .first(row ->
                new Upkeep.Horizon(
                    row.text("holder"), row.bigintOrNull("age_ms"), row.bigint("transactions")));
    return new Upkeep(chores, horizon.orElse(null));
  }

  static Instant now(Connection connection) throws SQLException {
    return CLOCK.on(connection).one(row -> row.instant("now"));
  }

  private static Stats.Minute minute(Row row) throws SQLException {
    long started = row.bigint("started");
    return new Stats.Minute(
        new Stats.Flow(
            row.bigint("accepted"),
            row.bigint("admitted"),
            row.bigint("finished"),
            row.bigint("failed"),
            row.bigint("dead")),
        row.bigint("stale"),
        started == 0 ? null : (double) row.bigint("lag_ms") / started);
  }

  private static PolicyFigures.Counts totals(List<PolicyFigures> policies) {
    long[] sum = new long[8];
    for (PolicyFigures policy : policies) {
      PolicyFigures.Alive alive = policy.counts().alive();
      PolicyFigures.Ended ended = policy.counts().ended();
      sum[0] += policy.counts().accepted();
      sum[1] += alive.pending();
      sum[2] += alive.scheduled();
      sum[3] += alive.inFlight();
      sum[4] += ended.finished();
      sum[5] += ended.dead();
      sum[6] += ended.cancelled();
      sum[7] += ended.expired();
    }
    return new PolicyFigures.Counts(
        sum[0],
        new PolicyFigures.Alive(sum[1], sum[2], sum[3]),
        new PolicyFigures.Ended(sum[4], sum[5], sum[6], sum[7]));
  }
}
