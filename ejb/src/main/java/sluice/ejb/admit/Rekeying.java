package sluice.ejb.admit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageCodec;
import sluice.ejb.event.DeadJobs;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.lane.Candidate;
import sluice.ejb.lane.LaneDirectory;
import sluice.ejb.lane.LaneKey;
import sluice.ejb.lane.LanePlace;
import sluice.ejb.lane.Placement;
import sluice.ejb.lane.Placing;
import sluice.ejb.lane.Rejection;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.tally.Tallies;
import sluice.sql.SqlStatement;

/**
 * Moves waiting jobs from lanes of an older keying to lanes of the one in force, a bounded step a
 * tick.
 *
 * <p>Nothing is admitted from an old lane meanwhile: candidates are of the keying in force. A job
 * that the new version cannot place goes to the dead jobs with the reason.
 */
final class Rekeying {
  /** Most jobs moved in one tick. */
  static final int STEP = 1_000;

  private static final SqlStatement OLD_JOBS = SqlStatement.named("admit/old_jobs");
  private static final SqlStatement MOVE_JOBS = SqlStatement.named("admit/move_jobs");
  private static final SqlStatement BURY_UNROUTABLE = SqlStatement.named("admit/bury_unroutable");
  private static final SqlStatement RETIRE_LANES = SqlStatement.named("admit/retire_lanes");

  private final Connection connection;
  private final Held held;
  private final ActivePolicy policy;
  private final LaneDirectory lanes;

  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  private record Old(
      long id, long lane, int keyingVersion, String namespace, int priority, byte[] head) {}

  Rekeying(Connection connection, Held held, ActivePolicy policy, LaneDirectory lanes) {
    this.connection = connection;
    this.held = held;
    this.policy = policy;
    this.lanes = lanes;
  }

  /** Moves some jobs; whether there may be more. */
  boolean step() throws SQLException {
    RETIRE_LANES
        .on(connection)
        .set("policy", held.id())
        .set("keying_version", held.keyingVersion())
        .update();
    List<Old> jobs =
        OLD_JOBS
            .on(connection)
            .set("policy", held.id())
            .set("keying_version", held.keyingVersion())
            .set("limit", STEP)
            .list(row ->
                new Old(
                    row.bigint("id"),
                    row.bigint("lane_id"),
                    row.integer("keying_version"),
                    row.text("namespace"),
                    row.integer("priority"),
                    row.bytes("head")));
    if (jobs.isEmpty()) {
      return false;
    }
    // The latest job's word on a limit holds, so it comes last.
    jobs = jobs.stream().sorted(Comparator.comparingLong(Old::id)).toList();
    List<Old> readable = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    List<Old> unreadable = new ArrayList<>();
    Map<Integer, Rejection> why = new LinkedHashMap<>();
    for (Old job : jobs) {
      try {
        candidates.add(candidate(job));
        readable.add(job);
      } catch (IllegalArgumentException e) {
        why.put(unreadable.size(), new Rejection("UNREADABLE", String.valueOf(e.getMessage())));
        unreadable.add(job);
      }
    }
    Placing placing = Placing.of(candidates, policy);
    move(readable, placing);
    bury(readable, placing.rejected());
    bury(unreadable, why);
    return true;
  }

  private void move(List<Old> jobs, Placing placing) throws SQLException {
    if (placing.placements().isEmpty()) {
      return;
    }
    Map<LaneKey, LanePlace> places = lanes.freshPlaces(placing.placements());
    long[] ids = new long[placing.placements().size()];
    long[] to = new long[ids.length];
    List<Arrivals.Moved> moved = new ArrayList<>();
    KnownExpressions known = new KnownExpressions(connection, policy);
    for (int i = 0; i < ids.length; i++) {
      Placement placement = placing.placements().get(i);
      Old job = jobs.get(placement.position());
      LanePlace place = places.get(LaneKey.of(placement));
      if (place == null) {
        throw new IllegalStateException("no lane for job " + job.id());
      }
      ids[i] = job.id();
      to[i] = place.laneId();
      moved.add(new Arrivals.Moved(placement, job.lane(), place, known.since(job.keyingVersion())));
    }
    MOVE_JOBS.on(connection).bigints("ids", ids).bigints("lanes", to).update();
    Arrivals.move(connection, moved);
  }

  private Candidate candidate(Old job) {
    JobMessage message = MessageCodec.decode(job.head(), null);
    return new Candidate(
        policy.policy().name(), job.namespace(), message.properties(), job.priority());
  }

  private void bury(List<Old> jobs, Map<Integer, Rejection> rejected) throws SQLException {
    if (rejected.isEmpty()) {
      return;
    }
    List<Long> ids = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    Map<Long, Integer> gone = new HashMap<>();
    rejected.forEach((at, why) -> {
      ids.add(jobs.get(at).id());
      errors.add(why.code() + ": " + why.detail());
      gone.merge(jobs.get(at).lane(), -1, Integer::sum);
    });
    long[] buried = ids.stream().mapToLong(i -> i).toArray();
    BURY_UNROUTABLE
        .on(connection)
        .bigints("ids", buried)
        .texts("errors", errors.toArray(new String[0]))
        .update();
    DeadJobs.announce(connection, buried);
    Arrivals.change(connection, held.id(), gone, 0);
    new Tallies().add(held.id(), Tallies.Figure.DEAD, ids.size()).insert(connection);
  }
}
