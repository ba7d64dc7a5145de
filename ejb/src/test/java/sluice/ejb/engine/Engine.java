package sluice.ejb.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Quota;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.core.job.Outcome;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.admit.TickResult;
import sluice.ejb.admit.Ticker;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.json.JsonText;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.lane.Placement;
import sluice.ejb.namespace.CeilingRequest;
import sluice.ejb.namespace.SetCeiling;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.settle.Promoter;
import sluice.ejb.settle.Settler;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.ejb.stage.Stager;
import sluice.sql.SqlStatement;
import sluice.sql.TestDatabase;

/**
 * Stage, tick and settle on plain connections. Thread-safe: each call has a connection of its own.
 */
final class Engine implements PolicySource {
  final TestDatabase database = TestDatabase.fresh();
  private final Map<String, ActivePolicy> policies = new ConcurrentHashMap<>();
  private volatile Quota quota = Quota.UNLIMITED;
  final AtomicInteger conflicts = new AtomicInteger();
  private final Stager stager = new Stager();
  private final Settler settler = new Settler(this, () -> 0);
  private final LaneDirectory lanes =
      new LaneDirectory(
          new LaneDirectory.Apart() {
            @Override
            public <T extends @Nullable Object> T run(SqlWork<T> work) {
              return inTransaction(work);
            }
          });

  /** Saves a policy as the application does: a new version, a new keying if keys changed. */
  int policy(String document) throws SQLException {
    var policy = PolicyDocument.read(document);
    ActivePolicy before = policies.get(policy.name());
    if (before == null) {
      database.execute("insert into policy (name) values ('" + policy.name() + "')");
      int id = (int) number("select id from policy where name = '" + policy.name() + "'");
      policies.put(policy.name(), new ActivePolicy(id, 1, 1, false, policy));
      keep(id, 1, document);
      return id;
    }
    int version = before.version() + 1;
    keep(before.id(), version, document);
    boolean rekeyed =
        !PolicyDocument.keyingOf(before.policy()).equals(PolicyDocument.keyingOf(policy));
    int keying = rekeyed ? version : before.keyingVersion();
    policies.put(policy.name(), new ActivePolicy(before.id(), version, keying, false, policy));
    database.execute(
        "update policy set version = %d, keying_version = %d, rekeying = rekeying or %s, next_tick_at = now() where id = %d"
            .formatted(version, keying, rekeyed, before.id()));
    database.execute(
        "update waiter set wake_at = clock_timestamp() where policy_id = " + before.id());
    return before.id();
  }

  /** Gives a namespace a ceiling of its own; null takes it away. */
  boolean ceiling(String namespace, @Nullable Integer maxInFlight) {
    SaveRequest.By ann = new SaveRequest.By("ann", "because");
    return inTransaction(c -> SetCeiling.on(c, new CeilingRequest(namespace, maxInFlight, ann)));
  }

  /** The gate of namespaces. */
  Quota quota() {
    return quota;
  }

  /** The platform's default ceiling, as a node that starts with this setting knows it. */
  void platformCeiling(@Nullable Integer ceiling) {
    quota = new Quota(ceiling);
    inTransaction(c -> SqlStatement.named("namespace/wake_defaulted").on(c).update());
  }

  private void keep(int id, int version, String document) throws SQLException {
    String definition = JsonText.of(PolicyDocument.parse(document)).replace("'", "''");
    database.execute(
        "insert into policy_version (policy_id, version, definition, author) values (%d, %d, '%s', 'test')"
            .formatted(id, version, definition));
  }

  /** A policy that was deleted. */
  void forget(String name) {
    policies.remove(name);
  }

  @Override
  public Optional<ActivePolicy> byName(String name) {
    return Optional.ofNullable(policies.get(name));
  }

  @Override
  public Optional<ActivePolicy> byId(int id) {
    return policies.values().stream().filter(p -> p.id() == id).findFirst();
  }

  @Override
  public ActivePolicy byId(int id, int version) {
    return byId(id).orElseThrow();
  }

  /** A job with these properties. */
  static StageRequest job(String policy, Map<String, Object> properties) {
    return job(policy, new StageRequest.Keys("default", null, null, null), properties);
  }

  static StageRequest job(String policy, StageRequest.Keys keys, Map<String, Object> properties) {
    return new StageRequest(
        policy,
        keys,
        null,
        null,
        new JobMessage(
            new JobMessage.Head(MessageKind.TEXT, null, null, null, 4),
            new HashMap<>(properties),
            "body".getBytes(StandardCharsets.UTF_8)));
  }

  /** Jobs of a tenant. */
  static List<StageRequest> jobsOf(String namespace, int count, String policy) {
    return Collections.nCopies(
        count, job(policy, new StageRequest.Keys(namespace, null, null, null), Map.of()));
  }

  static List<StageRequest> jobs(int count, String policy, Map<String, Object> properties) {
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(job(policy, properties));
    }
    return jobs;
  }

  LaneDirectory lanes() {
    return lanes;
  }

  List<StageResult> stage(List<StageRequest> requests) {
    return stage(requests, null);
  }

  List<StageResult> stage(List<StageRequest> requests, @Nullable UUID consumer) {
    Map<Integer, StageResult> results = new HashMap<>();
    List<Stager.Job> placed = Stager.place(requests, this, results);
    results.putAll(stagePlaced(placed, consumer));
    List<StageResult> ordered = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      ordered.add(results.get(i));
    }
    return ordered;
  }

  /** Stages on a connection whose transaction the caller ends. */
  void stageOpen(Connection connection, List<StageRequest> requests) throws SQLException {
    List<Stager.Job> placed = Stager.place(requests, this, new HashMap<>());
    var places = lanes.places(placed.stream().map(Stager.Job::placement).toList());
    stager.stage(connection, placed, places, null);
  }

  /** As the application does: a batch that came in a collector's way is staged once more. */
  private Map<Integer, StageResult> stagePlaced(List<Stager.Job> jobs, @Nullable UUID consumer) {
    List<Placement> placements = jobs.stream().map(Stager.Job::placement).toList();
    for (int tries = 1; ; tries++) {
      try {
        var places = lanes.places(placements);
        return inTransaction(c -> stager.stage(c, jobs, places, consumer));
      } catch (DatabaseFailed e) {
        if (!e.conflict() || tries == 50) {
          throw e;
        }
        conflicts.incrementAndGet();
        lanes.forget(placements);
      }
    }
  }

  TickResult tick(int policy, int budget) {
    return inTransaction(c -> new Ticker(this, lanes, budget, quota).tick(c, policy));
  }

  /** Ticks until nothing more can be done at once; the attempts admitted, in order. */
  List<AdmittedBatch.AdmittedJob> tickOut(int policy) {
    return tickOut(policy, 500);
  }

  List<AdmittedBatch.AdmittedJob> tickOut(int policy, int budget) {
    List<AdmittedBatch.AdmittedJob> admitted = new ArrayList<>();
    TickResult result;
    do {
      result = tick(policy, budget);
      AdmittedBatch batch = result.batch();
      if (batch != null) {
        admitted.addAll(batch.jobs());
      }
    } while (result.again());
    return admitted;
  }

  Settler.Settled settle(List<AdmittedBatch.AdmittedJob> jobs, Outcome outcome) {
    return settleAll(words(jobs, outcome));
  }

  private static List<Completion> words(List<AdmittedBatch.AdmittedJob> jobs, Outcome outcome) {
    return jobs.stream()
        .map(j ->
            new Completion(new AttemptRef(j.id(), j.attempt()), outcome, Instant.now(), null, null))
        .toList();
  }

  Settler.Settled settleAll(List<Completion> completions) {
    return inTransaction(c -> settler.settle(c, completions));
  }

  Settler.Settled reap() {
    return reap(Instant.EPOCH);
  }

  Settler.Settled reap(Instant admittedSince) {
    return inTransaction(c -> settler.reap(c, admittedSince, 500));
  }

  int promote() {
    return inTransaction(c -> Promoter.promote(c, 1_000)).count();
  }

  int expire() {
    return inTransaction(c -> Promoter.expire(c, 1_000)).count();
  }

  long number(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** accepted − (sum over the states), by the figures: 0 once everything is folded. */
  long missing(int policy) throws SQLException {
    return number(
        "select accepted - pending - scheduled - in_flight - finished - dead - cancelled - expired from policy where id = "
            + policy);
  }

  /** Partitions whose in_flight is not the number of admitted jobs whose lane names them. */
  long leakedSlots() throws SQLException {
    return number(
        """
        select count(*) from gate_partition p
        where p.in_flight <> (select count(*) from job j join lane l on l.id = j.lane_id
                              where j.state = 'admitted' and p.id = any (l.partitions))\
        """);
  }

  <T extends @Nullable Object> T inTransaction(SqlWork<T> work) {
    return inTransaction(work, new ArrayList<>());
  }

  /** Runs in a transaction and notes what goes to the database. */
  <T extends @Nullable Object> T inTransaction(SqlWork<T> work, List<String> trips) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      try {
        T result = work.on(counting(connection, trips));
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      }
    } catch (SQLException e) {
      throw new DatabaseFailed(e);
    }
  }

  /** What a tick sends to the database, a text each time it goes there. */
  List<String> tripsOfTick(int policy, int budget) {
    List<String> trips = new ArrayList<>();
    inTransaction(c -> new Ticker(this, lanes, budget, quota).tick(c, policy), trips);
    return trips;
  }

  /** What settling sends to the database, a text each time it goes there. */
  List<String> tripsOfSettling(List<AdmittedBatch.AdmittedJob> jobs, Outcome outcome) {
    List<String> trips = new ArrayList<>();
    inTransaction(c -> settler.settle(c, words(jobs, outcome)), trips);
    return trips;
  }

  /** The statements of a trip: each is headed by its name. */
  static int statements(String trip) {
    return trip.split("/\\* [a-z]+/[a-z_]+ \\*/", -1).length - 1;
  }

  private static Connection counting(Connection connection, List<String> trips) {
    return (Connection)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                trips.add((String) arguments[0]);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
