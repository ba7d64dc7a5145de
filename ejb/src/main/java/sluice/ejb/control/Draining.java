package sluice.ejb.control;

import java.sql.Connection;
import sluice.ejb.database.SqlWork;
import sluice.ejb.policy.SaveRequest;

/**
 * Lets everything go that waits, in steps of {@value #STEP} jobs, each a transaction with its own
 * audit, so that neither the policy nor its partitions are held for long. Used once, by one thread.
 */
final class Draining {
  static final int STEP = 1_000;

  /** Runs one step in a transaction of its own. */
  @FunctionalInterface
  interface Apart {
    /** The step's result, committed. */
    Forced run(SqlWork<Forced> step);
  }

  private final Gates gates;
  private final ForceOrder step;
  private final SaveRequest.By by;

  Draining(Gates gates, String policy, boolean evenPaused, SaveRequest.By by) {
    this.gates = gates;
    this.step = new ForceOrder(policy, "policy.drain", STEP, evenPaused);
    this.by = by;
  }

  /** Drains. */
  Forced inSteps(Apart apart) {
    Forced all = apart.run(connection -> step(connection).run());
    int last = all.admitted();
    while (last > 0 && all.admitted() < ForcedAdmission.MOST) {
      Forced more = apart.run(connection -> step(connection).goOn());
      last = more.admitted();
      all = all.then(more);
    }
    return all;
  }

  private ForcedAdmission step(Connection connection) {
    return new ForcedAdmission(connection, gates, step, by);
  }
}
