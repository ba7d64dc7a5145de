package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.sql.SqlStatement;

/**
 * How a job died.
 *
 * @param cause a stable word
 * @param lastError what the worker said last
 */
public record Death(String cause, @Nullable String lastError) {
  private static final SqlStatement READ = SqlStatement.named("observe/read_deaths");

  /** Reads them; a job that is not dead has none. */
  public static Map<Long, Death> of(Connection connection, long[] ids) throws SQLException {
    Map<Long, Death> deaths = new HashMap<>();
    READ.on(connection)
        .bigints("ids", ids)
        .list(row ->
            deaths.put(
                row.bigint("id"), new Death(row.text("cause"), row.textOrNull("last_error"))));
    return deaths;
  }
}
