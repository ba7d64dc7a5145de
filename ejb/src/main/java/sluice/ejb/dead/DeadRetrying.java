package sluice.ejb.dead;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.audit.Act;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.database.Transactions;
import sluice.ejb.lane.Lanes;
import sluice.ejb.observe.Figures;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.UnknownPolicy;

/**
 * Tries dead jobs again when an operator says so. Audited in the transaction that does it; the
 * policy's tick is woken afterwards.
 */
@Stateless
@RolesAllowed("operator")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class DeadRetrying {
  /** Most jobs of one request. */
  public static final int MOST = 10_000;

  private static final int STEP = 500;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Lanes lanes;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private AdmissionTimer ticks;

  @SuppressWarnings("NullAway.Init") // made once injected
  private RetryDead retry;

  /** Who wants it, and why. */
  public record By(String actor, @Nullable String reason) {}

  /**
   * What became of a policy's dead jobs.
   *
   * @param retried jobs that wait again
   * @param refused jobs that stay dead, by reason
   * @param more the request's count was reached and there may be more
   */
  public record Outcome(int retried, Map<String, Integer> refused, boolean more) {}

  @PostConstruct
  void open() {
    retry = new RetryDead(policies, lanes.directory());
  }

  /** Retries one dead job. Said twice it is done once: the second time the job is not dead. */
  public Retried one(long id, By by) {
    return twice(connection -> {
      Retried result = retry.one(connection, id);
      if (result instanceof Retried.Waiting) {
        Act.Change change = Act.Change.of(Map.of("state", "dead"), Map.of("state", "pending"));
        new Act(by.actor(), "job.retry", "job:" + id, by.reason(), change).write(connection);
      }
      return result;
    });
  }

  /**
   * Retries a policy's jobs that are dead by now, the longest dead first, in committed steps of
   * {@value #STEP}. An order that nothing came of is audited too.
   *
   * @param count most jobs looked at, 1 to {@value #MOST}
   */
  public Outcome ofPolicy(String name, int count, By by) {
    ActivePolicy policy = policies.byName(name).orElseThrow(() -> new UnknownPolicy(name));
    Instant begun = figures.databaseTime();
    Map<String, Integer> refused = new TreeMap<>();
    RetryDead.Place place = RetryDead.Place.FIRST;
    int retried = 0;
    int left = Math.clamp(count, 1, MOST);
    while (place != null && left > 0) {
      RetryDead.Place from = place;
      int limit = Math.min(left, STEP);
      RetryDead.Step step =
          twice(connection ->
              noted(
                  connection, retry.next(connection, policy.id(), from, begun, limit), policy, by));
      retried += waiting(step.jobs());
      count(step.jobs(), refused);
      left -= step.jobs().size();
      place = step.last();
      ticks.wake(policy.id());
    }
    if (retried == 0) {
      transactions.runApart(connection -> audit(connection, 0, policy, by));
    }
    return new Outcome(retried, refused, place != null);
  }

  private static RetryDead.Step noted(
      Connection connection, RetryDead.Step step, ActivePolicy policy, By by) throws SQLException {
    int waiting = waiting(step.jobs());
    if (waiting > 0) {
      audit(connection, waiting, policy, by);
    }
    return step;
  }

  private static int audit(Connection connection, int retried, ActivePolicy policy, By by)
      throws SQLException {
    Act.Change change = Act.Change.of(null, Map.of("retried", retried));
    new Act(by.actor(), "policy.retry-dead", "policy:" + policy.name(), by.reason(), change)
        .write(connection);
    return retried;
  }

  private static int waiting(List<Retried> jobs) {
    return (int) jobs.stream().filter(Retried.Waiting.class::isInstance).count();
  }

  private static void count(List<Retried> jobs, Map<String, Integer> refused) {
    for (Retried job : jobs) {
      if (job instanceof Retried.StaysDead dead) {
        refused.merge(dead.code(), 1, Integer::sum);
      }
    }
  }

  /** A step that came in another's way is done once more. */
  private <T> T twice(SqlWork<T> work) {
    try {
      return transactions.runApart(work);
    } catch (DatabaseFailed e) {
      if (!e.conflict()) {
        throw e;
      }
      return transactions.runApart(work);
    }
  }
}
