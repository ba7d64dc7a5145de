package sluice.ejb.broadcast;

import java.sql.SQLException;
import sluice.sql.Row;

/**
 * An event with its number.
 *
 * @param seq 1, 2, 3, … over the whole deployment
 * @param type its kind, a stable word
 * @param body a JSON object as text
 */
public record PublishedEvent(long seq, String type, String body) {
  static PublishedEvent read(Row row) throws SQLException {
    return new PublishedEvent(row.bigint("seq"), row.text("type"), row.text("body"));
  }
}
