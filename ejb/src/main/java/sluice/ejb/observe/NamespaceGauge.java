package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.sql.SqlStatement;

/**
 * A namespace's jobs in flight.
 *
 * @param name the namespace
 * @param inFlight jobs in flight over all policies
 * @param maxInFlight its own ceiling; null = the platform's default
 */
public record NamespaceGauge(String name, int inFlight, @Nullable Integer maxInFlight) {
  private static final SqlStatement LIST = SqlStatement.named("observe/list_namespace_gauges");

  /** Namespaces by name, or the fullest first. */
  static List<NamespaceGauge> list(Connection connection, boolean fullest, int most)
      throws SQLException {
    return LIST.on(connection)
        .set("fullest", fullest)
        .set("limit", most)
        .list(row -> {
          Long max = row.bigintOrNull("max_in_flight");
          return new NamespaceGauge(
              row.text("name"), row.integer("in_flight"), max == null ? null : max.intValue());
        });
  }
}
