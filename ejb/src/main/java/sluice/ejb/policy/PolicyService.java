package sluice.ejb.policy;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.SavedPolicy.Outcome;

/**
 * What people do with policies. Every change is audited and wakes the policy's tick once it is
 * committed.
 */
@Stateless
public class PolicyService {
  /** Longest page of versions. */
  public static final int MOST_VERSIONS = 200;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Event<PolicyChanged> changed;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicySwitch pauses;

  @PersistenceContext(unitName = "sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private EntityManager entities;

  /**
   * Puts a document in force, or only says what would happen (dry run).
   *
   * @throws PolicyRefused with every fault of the document
   * @throws VersionConflict if another version is in force than the editor expected
   */
  @RolesAllowed("admin")
  public SavedPolicy save(SaveRequest request) {
    return saveChecked(request, SavePolicy.checked(request, false));
  }

  /** Nothing of the policy is admitted from the commit on; what is in flight goes on. */
  @RolesAllowed("operator")
  public void pause(String name, SaveRequest.By by) {
    pauses.set(name, true, by);
  }

  /** The policy goes on, in the order it had. */
  @RolesAllowed("operator")
  public void resume(String name, SaveRequest.By by) {
    pauses.set(name, false, by);
  }

  /**
   * Removes a policy with its history of versions, its figures and its dead jobs.
   *
   * @param cancelJobs cancel what is alive, in flight too; else living jobs refuse the deletion
   * @return what the person should know, e.g. that the policy stands in a file
   * @throws JobsAlive with the numbers
   */
  @RolesAllowed("admin")
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<String> delete(String name, boolean cancelJobs, SaveRequest.By by) {
    DeletePolicy deletion = new DeletePolicy(name, cancelJobs, by);
    changed.fire(new PolicyChanged(deletion.inSteps(transactions::runApart)));
    return deletion.notes();
  }

  /**
   * Puts the document of an older version in force again, as a new version.
   *
   * @throws UnknownVersion if there is none of this number
   * @throws PolicyRefused if the old document is not allowed any more
   */
  @RolesAllowed("admin")
  public SavedPolicy rollBack(RollBack back) {
    SaveRequest request = transactions.run(back::request);
    return saveChecked(request, SavePolicy.checked(request, false));
  }

  /**
   * Versions of a policy, newest first.
   *
   * @param before only those with a smaller number; {@link Integer#MAX_VALUE} = from the newest
   * @param limit at most so many, 1 to {@value #MOST_VERSIONS} and one more, which tells that there
   *     are more
   */
  @RolesAllowed("viewer")
  public List<PolicyVersion> versions(String name, int before, int limit) {
    return entities
        .createQuery(
            "select v from PolicyVersion v where v.key.policyId = :id and v.key.version < :before"
                + " order by v.key.version desc",
            PolicyVersion.class)
        .setParameter("id", stored(name).id())
        .setParameter("before", before)
        .setMaxResults(Math.clamp(limit, 1, MOST_VERSIONS + 1))
        .getResultList();
  }

  /**
   * One version.
   *
   * @throws UnknownVersion if there is none of this number
   */
  @RolesAllowed("viewer")
  public PolicyVersion version(String name, int version) {
    PolicyVersion.Key key = new PolicyVersion.Key(stored(name).id(), version);
    PolicyVersion found = entities.find(PolicyVersion.class, key);
    if (found == null) {
      throw new UnknownVersion(name, version);
    }
    return found;
  }

  private StoredPolicy stored(String name) {
    return transactions.run(connection ->
        StoredPolicy.find(connection, name).orElseThrow(() -> new UnknownPolicy(name)));
  }

  private SavedPolicy saveChecked(SaveRequest request, SavePolicy save) {
    SavedPolicy saved = transactions.run(save::on);
    if (!request.dryRun() && saved.outcome() != Outcome.UNCHANGED) {
      changed.fire(new PolicyChanged(saved.id()));
    }
    return saved;
  }
}
