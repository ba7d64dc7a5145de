package sluice.ejb.dead;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.lane.Candidate;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.lane.LaneKey;
import sluice.ejb.lane.LanePlace;
import sluice.ejb.lane.Placement;
import sluice.ejb.lane.Placing;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;
import sluice.ejb.tally.Tallies;
import sluice.sql.SqlStatement;

/**
 * Puts dead jobs back into lanes, on a connection inside a transaction: the lanes of the version in
 * force, through all gates like any job. Figures: dead less, pending more, accepted as before.
 *
 * <p>Locks: the dead jobs, then what staging a key waits for. Thread-safe; holds no state.
 */
public final class RetryDead {
  private static final SqlStatement LOCK = SqlStatement.named("dead/lock_dead");
  private static final SqlStatement LOCK_NEXT = SqlStatement.named("dead/lock_dead_of_policy");
  private static final SqlStatement REVIVE = SqlStatement.named("dead/revive_jobs");
  private static final SqlStatement FIND_LIVING = SqlStatement.named("stage/find_living");

  private final PolicySource policies;
  private final LaneDirectory lanes;

  /**
   * Retries by these policies.
   *
   * @param policies the policies in force
   * @param lanes where jobs are put
   */
  public RetryDead(PolicySource policies, LaneDirectory lanes) {
    this.policies = policies;
    this.lanes = lanes;
  }

  /** Where a walk through a policy's dead jobs has come. */
  public record Place(Instant diedAt, long id) {
    /** Before the first. */
    public static final Place FIRST = new Place(Instant.EPOCH, 0);
  }

  /**
   * One step of a walk.
   *
   * @param jobs what became of each
   * @param last where the next step goes on; null at the end
   */
  public record Step(List<Retried> jobs, @Nullable Place last) {}

  /** Retries one job. */
  public Retried one(Connection connection, long id) throws SQLException {
    Optional<DeadJob> job = LOCK.on(connection).set("id", id).first(DeadJob::read);
    return job.isEmpty()
        ? new Retried.NotDead(id)
        : retry(connection, List.of(job.get())).getFirst();
  }

  /** Retries the next jobs of a policy that died no later than {@code until}. */
  public Step next(Connection connection, int policy, Place after, Instant until, int limit)
      throws SQLException {
    List<DeadJob> jobs =
        LOCK_NEXT
            .on(connection)
            .set("policy", policy)
            .set("after_at", after.diedAt())
            .set("after_id", after.id())
            .set("until", until)
            .set("limit", limit)
            .list(DeadJob::read);
    if (jobs.isEmpty()) {
      return new Step(List.of(), null);
    }
    Place last = new Place(jobs.getLast().diedAt(), jobs.getLast().id());
    return new Step(retry(connection, jobs), jobs.size() < limit ? null : last);
  }

  private List<Retried> retry(Connection connection, List<DeadJob> jobs) throws SQLException {
    Map<Long, Retried> results = new LinkedHashMap<>();
    Map<Integer, List<DeadJob>> byPolicy = new LinkedHashMap<>();
    for (DeadJob job : jobs) {
      results.put(job.id(), new Retried.NotDead(job.id()));
      if (job.overdue()) {
        results.put(
            job.id(), staysDead(job, "EXPIRED", "its JMSExpiration has passed; it would expire"));
      } else {
        byPolicy.computeIfAbsent(job.policyId(), p -> new ArrayList<>()).add(job);
      }
    }
    for (Map.Entry<Integer, List<DeadJob>> one : byPolicy.entrySet()) {
      Optional<ActivePolicy> policy = policies.byId(one.getKey());
      if (policy.isPresent()) {
        retry(connection, one.getValue(), policy.get(), results);
      }
    }
    return List.copyOf(results.values());
  }

  private void retry(
      Connection connection, List<DeadJob> dead, ActivePolicy policy, Map<Long, Retried> results)
      throws SQLException {
    List<DeadJob> readable = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    for (DeadJob job : dead.stream().sorted(DeadJob.BY_KEY).toList()) {
      try {
        candidates.add(job.candidate());
        readable.add(job);
      } catch (IllegalArgumentException e) {
        results.put(job.id(), staysDead(job, "UNREADABLE", String.valueOf(e.getMessage())));
      }
    }
    Placing placing = Placing.of(candidates, policy);
    placing
        .rejected()
        .forEach((at, why) ->
            results.put(
                readable.get(at).id(), staysDead(readable.get(at), why.code(), why.detail())));
    revive(connection, readable, placing.placements(), results);
  }

  private void revive(
      Connection connection,
      List<DeadJob> jobs,
      List<Placement> placements,
      Map<Long, Retried> results)
      throws SQLException {
    if (placements.isEmpty()) {
      return;
    }
    Map<LaneKey, LanePlace> places = lanes.freshPlaces(placements);
    long[] ids = placements.stream().mapToLong(p -> jobs.get(p.position()).id()).toArray();
    long[] laneIds = placements.stream().mapToLong(p -> place(places, p).laneId()).toArray();
    Set<Long> back =
        new HashSet<>(
            REVIVE
                .on(connection)
                .bigints("ids", ids)
                .bigints("lanes", laneIds)
                .list(row -> row.bigint("id")));
    List<Arrivals.Staged> arrived = new ArrayList<>();
    List<DeadJob> refused = new ArrayList<>();
    for (Placement placement : placements) {
      DeadJob job = jobs.get(placement.position());
      if (back.contains(job.id())) {
        arrived.add(new Arrivals.Staged(placement, place(places, placement), false));
        results.put(job.id(), new Retried.Waiting(job.id()));
      } else {
        refused.add(job);
      }
    }
    if (!arrived.isEmpty()) {
      Arrivals.back(connection, arrived);
      int policy = placements.getFirst().policyId();
      new Tallies().add(policy, Tallies.Figure.DEAD, -arrived.size()).insert(connection);
    }
    explain(connection, refused, results);
  }

  private static LanePlace place(Map<LaneKey, LanePlace> places, Placement placement) {
    LanePlace place = places.get(LaneKey.of(placement));
    if (place == null) {
      throw new IllegalStateException("no lane for a dead job of policy " + placement.policyId());
    }
    return place;
  }

  private static void explain(
      Connection connection, List<DeadJob> refused, Map<Long, Retried> results)
      throws SQLException {
    if (refused.isEmpty()) {
      return;
    }
    Map<Long, Long> living = new HashMap<>();
    FIND_LIVING
        .on(connection)
        .integers("policies", refused.stream().mapToInt(DeadJob::policyId).toArray())
        .texts("job_keys", texts(refused, DeadJob.Keys::jobKey))
        .texts("dedupe_keys", texts(refused, DeadJob.Keys::dedupeKey))
        .uuids("intake_ids", new java.util.UUID[refused.size()])
        .list(row ->
            living.putIfAbsent(refused.get(row.integer("position") - 1).id(), row.bigint("id")));
    for (DeadJob job : refused) {
      Long other = living.get(job.id());
      String detail =
          other == null ? "a job with its key was alive" : "job " + other + " has its key";
      results.put(job.id(), new Retried.StaysDead(job.id(), "DUPLICATE", detail, other));
    }
  }

  private static @Nullable String[] texts(
      List<DeadJob> jobs, Function<DeadJob.Keys, @Nullable String> key) {
    @Nullable String[] texts = new String[jobs.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = key.apply(jobs.get(i).keys());
    }
    return texts;
  }

  private static Retried staysDead(DeadJob job, String code, String detail) {
    return new Retried.StaysDead(job.id(), code, detail, null);
  }
}
