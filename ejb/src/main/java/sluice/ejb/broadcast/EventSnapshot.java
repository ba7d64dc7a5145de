package sluice.ejb.broadcast;

import java.sql.SQLException;
import java.util.UUID;
import sluice.sql.Row;

/**
 * The state that events tell of.
 *
 * @param seq the last event that is part of it; the next one is {@code seq + 1}
 * @param epoch names the count of {@code seq}
 * @param observedAt when namespaces were last sampled, in milliseconds since the epoch
 * @param namespaces JSON array as text: namespace, inFlight, ceiling
 * @param policies JSON array as text: policy, version, paused
 */
public record EventSnapshot(
    long seq, UUID epoch, long observedAt, String namespaces, String policies) {
  static EventSnapshot read(Row row) throws SQLException {
    return new EventSnapshot(
        row.bigint("seq"),
        row.uuid("epoch"),
        row.bigint("observed_at"),
        row.text("namespaces"),
        row.text("policies"));
  }
}
