package sluice.ejb.observe;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.UnknownPolicy;

/** Looks at jobs, whatever their state; bodies for operators only. */
@Stateless
@RolesAllowed("viewer")
public class JobLookup {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private SessionContext caller;

  /**
   * One job.
   *
   * @param withBody read the body too; without effect for a caller who is no operator
   */
  public Optional<JobView> find(long id, boolean withBody) {
    boolean body = withBody && caller.isCallerInRole("operator");
    return transactions.run(connection -> JobRows.find(connection, id, body));
  }

  /** The living job that carries a producer's key, on a page of its own; needs the policy. */
  public JobPage living(JobQuestion question, String jobKey) {
    String policy = question.policy();
    if (policy == null) {
      throw new BadQuestion(
          "policy", null, "the policy of jobKey, which is unique in a policy only");
    }
    int id = number(policy);
    return transactions.run(connection -> JobRows.living(connection, id, jobKey));
  }

  /** A page of jobs of one state, looking at a bounded number of rows. */
  public JobPage list(JobQuestion question) {
    String policy = question.policy();
    @Nullable Integer id = policy == null ? null : (Integer) number(policy);
    return transactions.run(connection -> JobRows.list(connection, question, id));
  }

  /** How jobs died, by their numbers; a job that is not dead has none. At most a page of them. */
  public Map<Long, Death> deaths(List<Long> ids) {
    long[] asked = ids.stream().limit(PageAsked.MOST).mapToLong(Long::longValue).toArray();
    return asked.length == 0
        ? Map.of()
        : transactions.run(connection -> Death.of(connection, asked));
  }

  private int number(String policy) {
    return policies
        .byName(policy)
        .map(ActivePolicy::id)
        .orElseThrow(() -> new UnknownPolicy(policy));
  }
}
