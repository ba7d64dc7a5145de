package sluice.ejb.auditor;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import sluice.sql.BoundStatement;

/**
 * A bounded part of a walk by number.
 *
 * @param looked rows in it
 * @param last the last one's number; null if there is none
 */
record Stretch(long looked, @Nullable Long last) {
  static Stretch read(BoundStatement end) throws SQLException {
    return end.one(row -> new Stretch(row.bigint("looked"), row.bigintOrNull("last")));
  }
}
