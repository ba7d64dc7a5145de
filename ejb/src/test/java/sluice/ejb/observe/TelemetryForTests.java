package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import sluice.sql.TestDatabase;

/** Telemetry of a test's database, for tests of what is made of it. */
public final class TelemetryForTests {
  private TelemetryForTests() {}

  /** Reads it now. */
  public static Telemetry read(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      return TelemetryRows.read(connection);
    }
  }
}
