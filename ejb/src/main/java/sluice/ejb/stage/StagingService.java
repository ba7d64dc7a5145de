package sluice.ejb.stage;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.Transactions;
import sluice.ejb.lane.LaneKey;
import sluice.ejb.lane.LanePlace;
import sluice.ejb.lane.Lanes;
import sluice.ejb.policy.PolicyCatalog;

/**
 * Stage: accepts jobs into PostgreSQL. One database commit serves the whole batch.
 *
 * <p>Routing comes first, then new lanes in a transaction of their own, then the jobs in one
 * transaction; after it the policies' ticks are woken. Thread-safe; no lock is held that another
 * stager or a tick waits for.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class StagingService {
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
  private AdmissionTimer ticks;

  private final Stager stager = new Stager();

  /**
   * Stages a batch.
   *
   * @param requests jobs in the order staged
   * @param consumer the intake session, whose receipt guards against a lost acknowledgement; null
   *     for other doors
   * @return what became of each, in the order of the requests
   * @throws DatabaseFailed if the database is away; nothing is staged then
   */
  public List<StageResult> stage(List<StageRequest> requests, @Nullable UUID consumer) {
    Map<Integer, StageResult> results = new HashMap<>();
    List<Stager.Job> jobs = Stager.place(requests, policies.direct(), results);
    if (!jobs.isEmpty()) {
      results.putAll(stagePlaced(jobs, consumer));
    }
    List<StageResult> inOrder = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      StageResult result = results.get(i);
      if (result == null) {
        throw new IllegalStateException("no result for job " + i + " of " + requests.size());
      }
      inOrder.add(result);
    }
    return inOrder;
  }

  private Map<Integer, StageResult> stagePlaced(List<Stager.Job> jobs, @Nullable UUID consumer) {
    Map<Integer, StageResult> results;
    try {
      results = inOneTransaction(jobs, consumer);
    } catch (DatabaseFailed e) {
      if (e.conflict()) {
        lanes.forget(jobs.stream().map(Stager.Job::placement).toList());
        results = inOneTransaction(jobs, consumer);
      } else if (e.dataRefused()) {
        results = oneByOne(jobs, consumer);
      } else {
        throw e;
      }
    }
    Set<Integer> touched =
        jobs.stream().map(j -> j.placement().policyId()).collect(Collectors.toSet());
    touched.forEach(ticks::wake);
    return results;
  }

  private Map<Integer, StageResult> inOneTransaction(
      List<Stager.Job> jobs, @Nullable UUID consumer) {
    Map<LaneKey, LanePlace> places =
        lanes.places(jobs.stream().map(Stager.Job::placement).toList());
    return transactions.runApart(connection -> stager.stage(connection, jobs, places, consumer));
  }

  /**
   * The database refused something in the batch: each job by itself, so that only the bad one is
   * rejected.
   */
  private Map<Integer, StageResult> oneByOne(List<Stager.Job> jobs, @Nullable UUID consumer) {
    Map<Integer, StageResult> results = new HashMap<>();
    for (Stager.Job job : jobs) {
      try {
        results.putAll(inOneTransaction(List.of(job), consumer == null ? null : UUID.randomUUID()));
      } catch (DatabaseFailed e) {
        if (!e.dataRefused()) {
          throw e;
        }
        String said = e.getMessage() == null ? "" : e.getMessage();
        results.put(
            job.placement().position(),
            new StageResult.Rejected(
                "REFUSED_BY_DATABASE", "the database cannot store the job: " + said));
      }
    }
    return results;
  }
}
