package sluice.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.core.job.Outcome;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.admit.TickResult;
import sluice.ejb.admit.Ticker;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.settle.Settler;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.ejb.stage.Stager;
import sluice.sql.Schema;

/**
 * The engine without container and broker: one policy, one connection a caller. Each method runs
 * one transaction, unless said.
 */
final class Bed implements PolicySource {
  private final Stager stager = new Stager();
  private final LaneDirectory lanes;
  private final Ticker ticker;
  private final Settler settler = new Settler(this, () -> 0);
  private final ActivePolicy policy;

  /** A bed on a database of its own; {@code batch} jobs a tick. */
  Bed(PGSimpleDataSource dataSource, String document, int batch) throws SQLException {
    dataSource.setCurrentSchema(Schema.NAME);
    dataSource.setStringType("unspecified");
    dataSource.setOptions(
        "-cplan_cache_mode=force_generic_plan -cenable_seqscan=off -cenable_material=off");
    dataSource.setPrepareThreshold(1);
    Schema.migrate(dataSource);
    var rules = PolicyDocument.read(document);
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("insert into policy (name) values ('" + rules.name() + "')");
    }
    long id = number(dataSource, "select id from policy where name = '" + rules.name() + "'");
    policy = new ActivePolicy((int) id, 1, 1, false, rules);
    lanes =
        new LaneDirectory(
            new LaneDirectory.Apart() {
              @Override
              public <T extends @Nullable Object> T run(SqlWork<T> work) {
                try (Connection connection = dataSource.getConnection()) {
                  connection.setAutoCommit(false);
                  T result = work.on(connection);
                  connection.commit();
                  return result;
                } catch (SQLException e) {
                  throw new DatabaseFailed(e);
                }
              }
            });
    ticker = new Ticker(this, lanes, batch);
  }

  static long number(PGSimpleDataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }

  void stage(Connection connection, List<StageRequest> requests) throws SQLException {
    put(connection, requests);
    connection.commit();
  }

  /** Stages without the commit, so in the caller's transaction. */
  void put(Connection connection, List<StageRequest> requests) throws SQLException {
    Map<Integer, StageResult> results = new HashMap<>();
    List<Stager.Job> jobs = Stager.place(requests, this, results);
    var places = lanes.places(jobs.stream().map(Stager.Job::placement).toList());
    results.putAll(stager.stage(connection, jobs, places, null));
    if (!results.values().stream().allMatch(r -> r instanceof StageResult.Staged)) {
      throw new IllegalStateException("not staged: " + results.values());
    }
  }

  List<AdmittedBatch.AdmittedJob> tick(Connection connection) throws SQLException {
    TickResult result = ticker.tick(connection, policy.id());
    connection.commit();
    AdmittedBatch batch = result.batch();
    return batch == null ? List.of() : batch.jobs();
  }

  int settle(Connection connection, List<AdmittedBatch.AdmittedJob> jobs) throws SQLException {
    List<Completion> words = new ArrayList<>(jobs.size());
    for (AdmittedBatch.AdmittedJob job : jobs) {
      words.add(
          new Completion(
              new AttemptRef(job.id(), job.attempt()), Outcome.SUCCESS, null, null, null));
    }
    int settled = settler.settle(connection, words).settled();
    connection.commit();
    return settled;
  }

  /** Settles up to {@code limit} attempts whose lease has ended as lost. */
  int reap(Connection connection, int limit) throws SQLException {
    int reaped = settler.reap(connection, Instant.EPOCH, limit).settled();
    connection.commit();
    return reaped;
  }

  String policyName() {
    return policy.name();
  }

  @Override
  public Optional<ActivePolicy> byName(String name) {
    return Optional.of(policy);
  }

  @Override
  public Optional<ActivePolicy> byId(int id) {
    return Optional.of(policy);
  }

  @Override
  public ActivePolicy byId(int id, int version) {
    return policy;
  }
}
