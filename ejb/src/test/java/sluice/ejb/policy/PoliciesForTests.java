package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.SqlWork;
import sluice.sql.TestDatabase;

/** Saves policies on a test database, each call a transaction. */
final class PoliciesForTests {
  static final SaveRequest.By ANN = new SaveRequest.By("ann", "because");

  private final TestDatabase database;

  PoliciesForTests(TestDatabase database) {
    this.database = database;
  }

  static String document(String name, String gates) {
    return "policy: %s\ndestination: work.%s\ngates: %s\n".formatted(name, name, gates);
  }

  SavedPolicy save(String name, String document) {
    return save(new SaveRequest(name, document, Expected.ANYTHING, false, ANN));
  }

  SavedPolicy save(SaveRequest request) {
    return in(SavePolicy.checked(request, false)::on);
  }

  <T extends @Nullable Object> T in(SqlWork<T> work) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      try {
        T result = work.on(connection);
        connection.commit();
        return result;
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
