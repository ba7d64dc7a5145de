package sluice.ejb.admit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import sluice.core.gate.Quota;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * One tick of one policy, on a connection inside a transaction: hold the policy, fold arrivals,
 * wake, lock partitions, plan, write.
 *
 * <p>Locks, in this order: the policy's row (skipped if taken), gate partitions by id, waiting
 * jobs, waiter rows. After a change of keys: jobs in flight by id, gate partitions by id, and
 * nothing is admitted in that tick. Cost: at most {@value #MOST_STATEMENTS} statements in {@value
 * #MOST_TRIPS} trips however many jobs are admitted. Thread-safe; holds no state.
 */
public final class Ticker {
  /** Most statements of one tick, the commit not counted. */
  public static final int MOST_STATEMENTS = 18;

  /** Most trips to the database that these statements take together. */
  public static final int MOST_TRIPS = 6;

  private static final SqlStatement HOLD_POLICY = SqlStatement.named("admit/hold_policy");

  private final PolicySource policies;
  private final LaneDirectory lanes;
  private final int budget;
  private final Quota quota;

  /** A ticker of a platform without a default ceiling for namespaces. */
  public Ticker(PolicySource policies, LaneDirectory lanes, int budget) {
    this(policies, lanes, budget, Quota.UNLIMITED);
  }

  /**
   * A ticker.
   *
   * @param policies the policies in force
   * @param lanes where jobs are moved to when a policy's keys change
   * @param budget most jobs a tick admits, at least 1
   * @param quota the gate of namespaces
   */
  public Ticker(PolicySource policies, LaneDirectory lanes, int budget, Quota quota) {
    if (budget < 1) {
      throw new IllegalArgumentException("budget " + budget + " is not allowed; at least 1");
    }
    this.policies = policies;
    this.lanes = lanes;
    this.budget = budget;
    this.quota = quota;
  }

  /** Ticks one policy. The caller commits, then forwards the batch. */
  public TickResult tick(Connection connection, int policyId) throws SQLException {
    Optional<Held> row =
        HOLD_POLICY
            .on(connection)
            .set("policy", policyId)
            .first(r ->
                new Held(
                    policyId,
                    r.integer("version"),
                    r.integer("keying_version"),
                    new Held.Marks(r.bool("paused"), r.bool("rekeying")),
                    r.real("virtual_time"),
                    r.instant("now"),
                    r.bigint("batch")));
    if (row.isEmpty()) {
      return TickResult.NOT_HELD;
    }
    Held held = row.get();
    ActivePolicy policy = policies.byId(policyId, held.version());
    Fold fold = Fold.run(connection, held);
    boolean rekeyed =
        (held.marks().rekeying() || fold.oldLanes())
            && new Rekeying(connection, held, policy, lanes).step();
    boolean recounted =
        held.marks().rekeying()
            && new Recount(connection, held, policy, lanes).run(fold.limits().keySet());
    Pipeline writes = new Pipeline(connection);
    Admission middle = new Admission(connection, writes, held, policy, fold, quota);
    Admission.Result admission =
        recounted || held.marks().paused() ? middle.hear(recounted) : middle.run(budget);
    PolicyFigures.write(writes, held, fold, admission, rekeyed);
    writes.run();
    boolean again = admission.again() || fold.more() || rekeyed;
    return new TickResult(true, admission.batch(), again);
  }
}
