package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import sluice.ejb.audit.Act;
import sluice.ejb.cancel.CancelJobs;
import sluice.ejb.database.SqlWork;
import sluice.ejb.event.PolicyEvent;
import sluice.sql.SqlStatement;

/**
 * Deletes a policy. Jobs are cancelled in steps of {@value #STEP}, each a transaction; the last
 * transaction holds the policy against stagers, takes what came meanwhile, and only then removes
 * the rows. A stager that comes later finds no policy and stages nothing. Used once, by one thread.
 */
final class DeletePolicy {
  private static final SqlStatement LIMIT_WAIT = SqlStatement.named("policy/limit_lock_wait");
  private static final SqlStatement HOLD = SqlStatement.named("policy/hold_row_for_deletion");
  private static final SqlStatement DELETE_STATE = SqlStatement.named("policy/delete_state");
  private static final SqlStatement DELETE = SqlStatement.named("policy/delete_policy");
  private static final int STEP = 1_000;

  /** How often jobs that changed hands meanwhile are cancelled anew, and the pause before. */
  private static final int MOST_TRIES = 100;

  private static final long PAUSE_NANOS = 50_000_000;

  /** Runs one step in a transaction of its own. */
  @FunctionalInterface
  interface Apart {
    /** The step's result, committed. */
    int run(SqlWork<Integer> step);
  }

  private final String name;
  private final boolean cancelJobs;
  private final SaveRequest.By by;
  private boolean stoodInFiles;

  DeletePolicy(String name, boolean cancelJobs, SaveRequest.By by) {
    this.name = name;
    this.cancelJobs = cancelJobs;
    this.by = by;
  }

  /**
   * Deletes.
   *
   * @return the number the policy had
   * @throws JobsAlive if jobs are alive and were not to be cancelled, or if somebody holds on to
   *     them
   */
  int inSteps(Apart apart) {
    int id = apart.run(this::begin);
    for (int tries = 1; ; tries++) {
      if (cancelJobs) {
        cancelAll(apart, id);
      }
      try {
        return apart.run(this::end);
      } catch (JobsAlive e) {
        // A job that was settled or promoted meanwhile was in neither step's sight.
        if (!cancelJobs || tries == MOST_TRIES) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** What the person should know once it is done. */
  List<String> notes() {
    return stoodInFiles
        ? List.of(
            "this policy stands in a file: the next start puts it in force again unless the file is taken away")
        : List.of();
  }

  private static void cancelAll(Apart apart, int id) {
    while (apart.run(connection -> CancelJobs.waiting(connection, id, STEP)) > 0) {
      continue;
    }
    while (apart.run(connection -> CancelJobs.inFlight(connection, id, STEP)) > 0) {
      continue;
    }
  }

  /** Refuses at once, or pauses so that nothing more is admitted. */
  private int begin(Connection connection) throws SQLException {
    int id = StoredPolicy.find(connection, name).orElseThrow(() -> new UnknownPolicy(name)).id();
    if (cancelJobs) {
      return PausePolicy.set(connection, name, true, by);
    }
    refuseIfAlive(connection, id);
    return id;
  }

  private int end(Connection connection) throws SQLException {
    LIMIT_WAIT.on(connection).first(row -> true);
    HOLD.on(connection).set("name", name).first(row -> row.integer("id"));
    StoredPolicy policy =
        StoredPolicy.find(connection, name).orElseThrow(() -> new UnknownPolicy(name));
    if (cancelJobs) {
      while (CancelJobs.waiting(connection, policy.id(), STEP) > 0) {
        continue;
      }
    }
    AliveJobs jobs = refuseIfAlive(connection, policy.id());
    stoodInFiles = policy.inFiles();
    DELETE_STATE.on(connection).set("policy_id", policy.id()).first(row -> row.bigint("dead"));
    DELETE.on(connection).set("policy_id", policy.id()).update();
    String reason =
        (by.reason() == null ? "" : by.reason() + "; ") + jobs.dead() + " dead jobs removed";
    Act.Change change = new Act.Change(policy.definition(), null);
    new Act(by.actor(), "policy.delete", "policy:" + name, reason, change).write(connection);
    new PolicyEvent(PolicyEvent.Kind.DELETED, name, policy.version(), by.actor(), by.reason())
        .announce(connection);
    return policy.id();
  }

  private AliveJobs refuseIfAlive(Connection connection, int id) throws SQLException {
    AliveJobs jobs = AliveJobs.of(connection, id);
    if (jobs.any()) {
      throw new JobsAlive(name, jobs);
    }
    return jobs;
  }
}
