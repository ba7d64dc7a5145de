package sluice.ejb.policy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.core.job.Outcome;
import sluice.ejb.admit.TickResult;
import sluice.ejb.admit.Ticker;
import sluice.ejb.control.ControlPartition;
import sluice.ejb.control.PartitionName;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.ejb.settle.Settler;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.ejb.stage.Stager;
import sluice.sql.TestDatabase;

/**
 * Policies saved as people save them, read by the catalog, and jobs that go through them: stage,
 * tick, settle and the operator's words, each call a transaction. Thread-safe.
 */
public final class LivePolicies {
  /** Who acts. */
  public static final SaveRequest.By ANN = PoliciesForTests.ANN;

  /** The database. */
  public final TestDatabase database = TestDatabase.fresh();

  private final PolicyCatalog catalog =
      new PolicyCatalog(before -> in(c -> PolicyRows.read(c, before)), System::nanoTime);
  private final Stager stager = new Stager();
  private final LaneDirectory lanes =
      new LaneDirectory(
          new LaneDirectory.Apart() {
            @Override
            public <T extends @Nullable Object> T run(SqlWork<T> work) {
              return in(work);
            }
          });

  /** Saves a policy with these gates; gives its number. */
  public int save(String name, String gates) {
    return save(new SaveRequest(name, document(name, gates), Expected.ANYTHING, false, ANN)).id();
  }

  /** Saves. */
  public SavedPolicy save(SaveRequest request) {
    SavedPolicy saved = in(SavePolicy.checked(request, false)::on);
    catalog.onChange(new PolicyChanged(saved.id()));
    return saved;
  }

  /** The document that {@link #save(String, String)} saves. */
  public static String document(String name, String gates) {
    return PoliciesForTests.document(name, gates);
  }

  /** Policies in force. */
  public PolicySource source() {
    return catalog;
  }

  /** Pauses or resumes a policy. */
  public void pausePolicy(String name, boolean paused) {
    in(c -> PausePolicy.set(c, name, paused, ANN));
  }

  /** An act on a partition. */
  public interface Word<T extends @Nullable Object> {
    /** Does it. */
    T on(ControlPartition partition) throws SQLException;
  }

  /** Does something to a partition of policy {@code p}. */
  public void control(String gate, String key, Word<?> word) {
    in(c -> word.on(new ControlPartition(c, catalog, new PartitionName("p", gate, key), ANN)));
  }

  /** Stages so many jobs of policy {@code p} with property {@code k}. */
  public List<StageResult> stage(int count, String k) {
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(job(Map.of("k", k), null));
    }
    return stage(jobs);
  }

  /** A job of policy {@code p}. */
  public static StageRequest job(Map<String, Object> properties, @Nullable Instant notBefore) {
    return new StageRequest(
        "p",
        new StageRequest.Keys("default", null, null, null),
        notBefore,
        null,
        new JobMessage(
            new JobMessage.Head(MessageKind.TEXT, null, null, null, 4),
            new HashMap<>(properties),
            "body".getBytes(StandardCharsets.UTF_8)));
  }

  /** Stages these. */
  public List<StageResult> stage(List<StageRequest> requests) {
    return stagePlaced(place(requests));
  }

  /** Places jobs by the version in force now. */
  public List<Stager.Job> place(List<StageRequest> requests) {
    return Stager.place(requests, catalog, new HashMap<>());
  }

  /** Stages jobs that were placed, perhaps by a version that is in force no more. */
  public List<StageResult> stagePlaced(List<Stager.Job> placed) {
    var places = lanes.places(placed.stream().map(Stager.Job::placement).toList());
    return List.copyOf(in(c -> stager.stage(c, placed, places, null)).values());
  }

  /** One tick. */
  public TickResult tick(int policy) {
    return in(c -> new Ticker(catalog, lanes, 500).tick(c, policy));
  }

  /** Ticks until nothing more can be done at once. */
  public List<AdmittedJob> tickOut(int policy) {
    List<AdmittedJob> admitted = new ArrayList<>();
    TickResult result;
    do {
      result = tick(policy);
      AdmittedBatch batch = result.batch();
      if (batch != null) {
        admitted.addAll(batch.jobs());
      }
    } while (result.again());
    return admitted;
  }

  /** The jobs end with success. */
  public void finish(List<AdmittedJob> jobs) {
    List<Completion> words =
        jobs.stream()
            .map(j ->
                new Completion(
                    new AttemptRef(j.id(), j.attempt()), Outcome.SUCCESS, null, null, null))
            .toList();
    in(c -> new Settler(catalog, () -> 0).settle(c, words));
  }

  /** A number. */
  public long number(String sql) {
    return in(connection -> {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }

  /** Runs a statement. */
  public void execute(String sql) {
    try {
      database.execute(sql);
    } catch (SQLException e) {
      throw new DatabaseFailed(e);
    }
  }

  /** Partitions whose in_flight is not the number of admitted jobs whose lane names them. */
  public long leakedSlots() {
    return number(
        """
        select count(*) from gate_partition p
        where p.in_flight <> (select count(*) from job j join lane l on l.id = j.lane_id
                              where j.state = 'admitted' and p.id = any (l.partitions))\
        """);
  }

  /** accepted − (sum over the states): 0 once everything is folded. */
  public long missing(int policy) {
    return number(
        "select accepted - pending - scheduled - in_flight - finished - dead - cancelled - expired from policy where id = "
            + policy);
  }

  /** Runs in a transaction. */
  public <T extends @Nullable Object> T in(SqlWork<T> work) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      try {
        T result = work.on(connection);
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
}
