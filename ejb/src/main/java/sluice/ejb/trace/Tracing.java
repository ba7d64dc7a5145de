package sluice.ejb.trace;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Whether attempts are traced, and where to. Thread-safe. */
public interface Tracing {
  /** Reads nothing and tells nothing. */
  Tracing OFF =
      new Tracing() {
        @Override
        public List<AttemptTrace> read(Connection connection, long[] ids, int[] attempts) {
          return List.of();
        }

        @Override
        public void tell(List<EndedAttempt> ended) {
          // nobody listens
        }
      };

  /** The traced ones of attempts that are about to be settled, in the settling transaction. */
  List<AttemptTrace> read(Connection connection, long[] ids, int[] attempts) throws SQLException;

  /** Writes spans of what was settled and is committed. Never throws for a fault of tracing. */
  void tell(List<EndedAttempt> ended);
}
