package sluice.ejb.explain;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.explain.Explainer;
import sluice.core.explain.Explanation;
import sluice.core.explain.Waiting;
import sluice.core.expression.Context;
import sluice.core.expression.EvaluationFailed;
import sluice.core.gate.GateRule;
import sluice.core.gate.MissingLimit;
import sluice.core.gate.Quota;
import sluice.core.job.MessageCodec;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * Reads what a tick would ask about, without a lock and no more rows than a bound, and lets the
 * core judge. Used once, by one thread.
 */
public final class ExplainRows {
  private static final SqlStatement FIND_JOB = SqlStatement.named("explain/find_job");
  private static final SqlStatement FIND_LANE = SqlStatement.named("explain/find_lane");
  private static final SqlStatement FIND_PARTITION = SqlStatement.named("explain/find_partition");
  private static final SqlStatement READ_PARTITIONS = SqlStatement.named("explain/read_partitions");
  private static final SqlStatement COUNT_AHEAD = SqlStatement.named("explain/count_ahead");
  private static final SqlStatement COUNT_SHARES = SqlStatement.named("explain/count_shares_ahead");
  private static final SqlStatement LIST_HOLDERS = SqlStatement.named("explain/list_holders");

  /** Jobs in flight looked at for holders. */
  private static final int LOOKED = 20_000;

  /** Holders shown. */
  private static final int SHOWN = 10;

  private final Connection connection;
  private final PolicySource policies;
  private final Quota quota;

  /** For questions on this connection about these policies; {@code quota} is asked by all. */
  public ExplainRows(Connection connection, PolicySource policies, Quota quota) {
    this.connection = connection;
    this.policies = policies;
    this.quota = quota;
  }

  private record Subject(
      JobExplained.Labels labels,
      String state,
      Place place,
      long[] partitions,
      byte[] head,
      Marks marks) {
    static Subject read(Row row) throws SQLException {
      return new Subject(
          new JobExplained.Labels(
              row.text("policy"),
              row.text("namespace"),
              row.instantOrNull("expires_at"),
              row.bool("moving")),
          row.text("state"),
          new Place(
              row.integer("policy_id"),
              row.bigint("lane_id"),
              row.integer("priority"),
              row.instant("eligible_at")),
          row.bigints("partitions"),
          row.bytes("head"),
          new Marks(
              row.instant("now"),
              row.bool("paused"),
              row.integer("failures") > 0,
              row.bool("unforwarded")));
    }

    boolean pending() {
      return state.equals("pending");
    }

    Waiting.@Nullable Marks waiting() {
      return switch (state) {
        case "pending" -> new Waiting.Marks(marks.paused(), null, false);
        case "scheduled" -> new Waiting.Marks(marks.paused(), place.eligibleAt(), marks.retry());
        default -> null;
      };
    }
  }

  private record Place(int policyId, long laneId, int priority, Instant eligibleAt) {}

  private record Marks(Instant now, boolean paused, boolean retry, boolean unforwarded) {}

  private record Seen(long id, Waiting.Asked asked) {}

  /** Why a job waits; empty if it is not alive. */
  public Optional<JobExplained> job(long id) throws SQLException {
    Optional<Subject> found = FIND_JOB.on(connection).set("id", id).first(Subject::read);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Subject job = found.get();
    Optional<ActivePolicy> policy = policies.byId(job.place().policyId());
    Waiting.Marks marks = job.waiting();
    if (marks == null || policy.isEmpty()) {
      return Optional.of(new JobExplained(id, job.state(), job.labels(), unforwarded(job), null));
    }
    JobExplained.Position position = job.pending() ? position(id, job.place()) : null;
    List<Seen> seen = seen(job.partitions(), policy.get(), context(job, policy.get()));
    Explained explained =
        explained(
            seen,
            new Waiting(
                job.marks().now(),
                policy.get().name(),
                marks,
                position == null ? 0 : position.aheadInLane(),
                seen.stream().map(Seen::asked).toList()));
    return Optional.of(new JobExplained(id, job.state(), job.labels(), explained, position));
  }

  private static @Nullable Explained unforwarded(Subject job) {
    return job.marks().unforwarded()
        ? new Explained(job.marks().now(), Explainer.unforwarded(), List.of())
        : null;
  }

  /** Why the first job of a lane waits; empty if the policy has no such lane. */
  public Optional<Explained> lane(ActivePolicy policy, long id) throws SQLException {
    return FIND_LANE
        .on(connection)
        .set("policy_id", policy.id())
        .set("id", id)
        .first(row ->
            explained(policy, row.bigints("partitions"), row.bool("paused"), row.instant("now")));
  }

  /** What a partition's gate says to the next job; empty if there is no such partition. */
  public Optional<Explained> partition(ActivePolicy policy, String gate, String key)
      throws SQLException {
    return FIND_PARTITION
        .on(connection)
        .set("policy_id", policy.id())
        .set("gate", gate)
        .set("key", key)
        .first(row ->
            explained(
                policy, new long[] {row.bigint("id")}, row.bool("paused"), row.instant("now")));
  }

  private Explained explained(ActivePolicy policy, long[] partitions, boolean paused, Instant now)
      throws SQLException {
    List<Seen> seen = seen(partitions, policy, null);
    Waiting.Marks marks = new Waiting.Marks(paused, null, false);
    List<Waiting.Asked> asked = seen.stream().map(Seen::asked).toList();
    return explained(seen, new Waiting(now, policy.name(), marks, 0, asked));
  }

  private Explained explained(List<Seen> seen, Waiting waiting) throws SQLException {
    Explanation why = Explainer.explain(waiting);
    boolean slots =
        why.gate() >= 0
            && switch (why.reason()) {
              case QUOTA, CONCURRENCY, ADAPTIVE, GLOBAL_CAP -> true;
              default -> false;
            };
    return new Explained(
        waiting.now(), why, slots ? holders(seen.get(why.gate()).id()) : List.of());
  }

  private List<Seen> seen(long[] partitions, ActivePolicy policy, @Nullable Context context)
      throws SQLException {
    List<Seen> seen = new ArrayList<>();
    READ_PARTITIONS
        .on(connection)
        .bigints("partitions", partitions)
        .list(row -> {
          PartitionRow partition = PartitionRow.read(row);
          Optional<GateRule> gate =
              partition.isQuota() ? Optional.of(quota) : policy.policy().gate(partition.gate());
          if (gate.isPresent()) {
            Waiting.Asked asked =
                new Waiting.Asked(
                    row.text("key"), partition.view(gate.get()), missing(gate.get(), context));
            seen.add(new Seen(partition.id(), asked));
          }
          return partition.id();
        });
    return seen;
  }

  private static List<MissingLimit> missing(GateRule gate, @Nullable Context context) {
    try {
      return context == null || !gate.dynamic() ? List.of() : gate.missing(context);
    } catch (EvaluationFailed e) {
      return List.of();
    }
  }

  private static Context context(Subject job, ActivePolicy policy) {
    return new Context(
        MessageCodec.decode(job.head(), null).properties(),
        job.labels().namespace(),
        policy.name(),
        job.place().priority(),
        policy.policy().destination());
  }

  private JobExplained.Position position(long id, Place place) throws SQLException {
    int ahead =
        COUNT_AHEAD
            .on(connection)
            .set("lane_id", place.laneId())
            .set("priority", place.priority())
            .set("eligible_at", place.eligibleAt())
            .set("id", id)
            .set("bound", JobExplained.COUNTED)
            .one(row -> row.integer("ahead"));
    int shares =
        COUNT_SHARES
            .on(connection)
            .set("lane_id", place.laneId())
            .set("bound", JobExplained.COUNTED)
            .one(row -> row.integer("ahead"));
    return new JobExplained.Position(ahead, shares);
  }

  private List<Holder> holders(long partition) throws SQLException {
    return LIST_HOLDERS
        .on(connection)
        .set("partition_id", partition)
        .set("looked", LOOKED)
        .set("limit", SHOWN)
        .list(row ->
            new Holder(
                row.bigint("id"),
                row.text("policy"),
                row.text("namespace"),
                row.textOrNull("job_key"),
                new Holder.Times(row.instant("admitted_at"), row.instant("lease_expires_at"))));
  }
}
