package sluice.ejb.broadcast;

import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Quota;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.event.PolicyEvent;
import sluice.ejb.json.JsonText;
import sluice.sql.TestDatabase;

/**
 * A database with namespaces whose figures are set by hand, and the steps of a node. Thread-safe:
 * each step has a connection of its own.
 */
final class World implements EventHub.Source {
  final TestDatabase database;
  volatile Quota quota = Quota.UNLIMITED;

  World() {
    this(TestDatabase.fresh());
  }

  World(TestDatabase database) {
    this.database = database;
  }

  <T extends @Nullable Object> T in(SqlWork<T> work) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      try {
        T result = work.on(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      }
    } catch (SQLException e) {
      throw new DatabaseFailed(e);
    }
  }

  void execute(String sql) {
    try {
      database.execute(sql);
    } catch (SQLException e) {
      throw new DatabaseFailed(e);
    }
  }

  long number(String sql) {
    return in(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(sql)) {
        result.next();
        return result.getLong(1);
      }
    });
  }

  /** A namespace with a ceiling of its own (null: none) and jobs in flight. */
  void namespace(String name, @Nullable Integer ceiling, int inFlight) {
    execute(
        "insert into namespace (name, max_in_flight) values ('%s', %s)".formatted(name, ceiling));
    execute(
        "insert into gate_partition (policy_id, gate, key, max, in_flight) values (0, 'quota', '%s', %s, %d)"
            .formatted(name, ceiling, inFlight));
  }

  void inFlight(String namespace, int inFlight) {
    execute(
        "update gate_partition set in_flight = %d where policy_id = 0 and gate = 'quota' and key = '%s'"
            .formatted(inFlight, namespace));
  }

  /** The next sample is due. */
  void due() {
    execute("update event_cursor set due_at = clock_timestamp() where name = 'quota'");
  }

  /** Samples if it is due; null if it was not this node's turn. */
  @Nullable Integer sample(Duration cadence) {
    return in(new QuotaSampling(cadence, Duration.ofSeconds(30), quota)::on);
  }

  /** A sample that is due. */
  int sampleNow() {
    due();
    Integer told = sample(Duration.ofHours(1));
    return told == null ? -1 : told;
  }

  /** An event of its own transaction. */
  void tell(String policy) {
    in(connection -> {
      event(policy).announce(connection);
      return true;
    });
  }

  static PolicyEvent event(String policy) {
    return new PolicyEvent(PolicyEvent.Kind.PAUSED, policy, 1, "ann", null);
  }

  /** Numbers all that is in the outbox. */
  int numberAll() {
    int all = 0;
    int events;
    do {
      events = in(EventLog::number);
      all += events;
    } while (events > 0);
    return all;
  }

  /** Sends a step's events; how many. */
  int send(EventTopic topic) {
    return in(connection -> EventLog.send(connection, topic));
  }

  /** All numbered events. */
  List<PublishedEvent> events() {
    List<PublishedEvent> all = new ArrayList<>();
    List<PublishedEvent> some;
    do {
      some = after(all.isEmpty() ? 0 : all.getLast().seq(), 500);
      all.addAll(some);
    } while (!some.isEmpty());
    return all;
  }

  static JsonObject body(PublishedEvent event) {
    return JsonText.object(event.body());
  }

  @Override
  public List<PublishedEvent> after(long seq, int limit) {
    return in(connection -> EventLog.after(connection, seq, limit));
  }

  @Override
  public EventHorizon horizon() {
    return in(EventLog::horizon);
  }

  @Override
  public EventSnapshot snapshot() {
    return in(connection -> EventLog.snapshot(connection, quota));
  }
}
