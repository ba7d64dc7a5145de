package sluice.ejb.broadcast;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import sluice.core.gate.Quota;
import sluice.sql.SqlStatement;

/**
 * The log of events on a connection inside a transaction. One node at a time numbers, one at a time
 * sends; nobody waits for the other. Stateless.
 *
 * <p>Numbers are given when an event is published and not when it is written, so there is no gap:
 * what a rolled back transaction wrote was never there, and what commits late is numbered late.
 */
final class EventLog {
  /** Most events of one step. */
  static final int STEP = 500;

  private static final SqlStatement HOLD_NUMBERING = SqlStatement.named("broadcast/hold_numbering");
  private static final SqlStatement NUMBER = SqlStatement.named("broadcast/number_events");
  private static final SqlStatement HOLD_SENDING = SqlStatement.named("broadcast/hold_sending");
  private static final SqlStatement SET_SENT = SqlStatement.named("broadcast/set_sent");
  private static final SqlStatement READ = SqlStatement.named("broadcast/read_events");
  private static final SqlStatement HORIZON = SqlStatement.named("broadcast/read_horizon");
  private static final SqlStatement SNAPSHOT = SqlStatement.named("broadcast/read_snapshot");

  private EventLog() {}

  /** Numbers the oldest events of the outbox; how many, 0 if another node is at it. */
  static int number(Connection connection) throws SQLException {
    Optional<Long> last = HOLD_NUMBERING.on(connection).first(row -> row.bigint("seq"));
    if (last.isEmpty()) {
      return 0;
    }
    return NUMBER
        .on(connection)
        .set("seq", last.get())
        .set("limit", STEP)
        .one(row -> Math.toIntExact(row.bigint("events")));
  }

  /**
   * Sends the next events and writes down that the broker has them, under the lock of the one who
   * sends; how many, 0 if another node is at it or there are none. If the topic fails, or the node
   * dies before the commit, they are sent again under the same numbers.
   */
  static int send(Connection connection, EventTopic topic) throws SQLException {
    Optional<Long> last = HOLD_SENDING.on(connection).first(row -> row.bigint("seq"));
    if (last.isEmpty()) {
      return 0;
    }
    List<PublishedEvent> events = after(connection, last.get(), STEP);
    if (events.isEmpty() || events.getFirst().seq() != last.get() + 1) {
      throw new IllegalStateException(
          "event " + (last.get() + 1) + " is numbered but not in the log; nothing is sent past it");
    }
    topic.publish(events);
    SET_SENT.on(connection).set("seq", events.getLast().seq()).update();
    return events.size();
  }

  static List<PublishedEvent> after(Connection connection, long seq, int limit)
      throws SQLException {
    return READ.on(connection).set("after", seq).set("limit", limit).list(PublishedEvent::read);
  }

  static EventHorizon horizon(Connection connection) throws SQLException {
    return HORIZON.on(connection).one(EventHorizon::read);
  }

  static EventSnapshot snapshot(Connection connection, Quota quota) throws SQLException {
    return SNAPSHOT
        .on(connection)
        .set("platform_ceiling", quota.ceiling(null))
        .one(EventSnapshot::read);
  }
}
