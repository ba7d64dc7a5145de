package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.AdmissionOrder;
import sluice.core.policy.Policy;
import sluice.core.reason.Reason;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobView;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * The first waiting jobs of a policy in the order in which they would be admitted: the planner that
 * ticks use, asked about the first lanes in fair order. Reads a bounded number of rows, whatever
 * waits; locks nothing, writes nothing. Used once, by one thread.
 */
final class WaitingOrder {
  private static final WaitingLanes.Bounds BOUNDS = new WaitingLanes.Bounds(50, 25, 500);
  private static final SqlStatement JOBS = SqlStatement.named("control/next_jobs");

  private final Connection connection;
  private final Gates gates;
  private final String name;

  private record Picked(long lane, JobLine job) {}

  WaitingOrder(Connection connection, Gates gates, String name) {
    this.connection = connection;
    this.gates = gates;
    this.name = name;
  }

  /** At most so many jobs; none if there is no such policy. */
  List<WaitingJob> first(int most) throws SQLException {
    Optional<PolicyHead> found = PolicyHead.find(connection, name);
    if (found.isEmpty()) {
      return List.of();
    }
    PolicyHead head = found.get();
    Policy policy = gates.policies().byId(head.id(), head.versions().inForce()).policy();
    WaitingLanes lanes = WaitingLanes.read(connection, head, BOUNDS);
    List<AdmissionOrder.Place> places = AdmissionOrder.of(lanes.situation(policy, gates, most));
    Map<Long, Deque<JobLine>> jobs = jobs(places);
    List<WaitingJob> order = new ArrayList<>();
    for (AdmissionOrder.Place place : places) {
      Deque<JobLine> ofLane = jobs.get(place.lane());
      JobLine job = ofLane == null ? null : ofLane.poll();
      if (job != null) { // else it was cancelled or admitted since the lane was read
        order.add(new WaitingJob(job, held(place.held(), lanes, head.paused())));
      }
    }
    return order;
  }

  private static WaitingJob.@Nullable Held held(
      AdmissionOrder.@Nullable Held held, WaitingLanes lanes, boolean paused) {
    if (paused) {
      return new WaitingJob.Held(Reason.PAUSED, null);
    }
    if (held == null) {
      return null;
    }
    WaitingJob.At at =
        lanes
            .slot(held.partition())
            .map(slot -> new WaitingJob.At(slot.row().gate(), slot.key(), slot.row().isQuota()))
            .orElse(null);
    return new WaitingJob.Held(held.reason(), at);
  }

  private Map<Long, Deque<JobLine>> jobs(List<AdmissionOrder.Place> places) throws SQLException {
    Map<Long, Integer> counts = new LinkedHashMap<>();
    places.forEach(place -> counts.merge(place.lane(), 1, Integer::sum));
    Map<Long, Deque<JobLine>> jobs = new HashMap<>();
    if (!counts.isEmpty()) {
      JOBS.on(connection)
          .bigints("lanes", counts.keySet().stream().mapToLong(k -> k).toArray())
          .integers("counts", counts.values().stream().mapToInt(n -> n).toArray())
          .list(this::picked)
          .forEach(one -> jobs.computeIfAbsent(one.lane(), l -> new ArrayDeque<>()).add(one.job()));
    }
    return jobs;
  }

  private Picked picked(Row row) throws SQLException {
    return new Picked(
        row.bigint("lane_id"),
        new JobLine(
            row.bigint("id"),
            "pending",
            new JobView.Labels(
                name,
                row.text("namespace"),
                row.textOrNull("job_key"),
                null,
                row.integer("priority")),
            row.integer("attempt"),
            row.instant("eligible_at")));
  }
}
