package sluice.ejb.stage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageCodec;
import sluice.core.policy.KeyText;
import sluice.core.policy.UnroutableJob;
import sluice.ejb.lane.Arrivals;
import sluice.ejb.lane.Candidate;
import sluice.ejb.lane.LaneKey;
import sluice.ejb.lane.LanePlace;
import sluice.ejb.lane.Placement;
import sluice.ejb.lane.Placing;
import sluice.ejb.policy.PolicySource;
import sluice.sql.BoundStatement;
import sluice.sql.SqlStatement;

/**
 * Stages jobs that have a place: one transaction, inserts only (rule R11).
 *
 * <p>Statements for a batch: known receipts and receipt (intake only), jobs, one arrival a policy,
 * and a look-up when keys were taken. Stateless but for the block of ids; thread-safe.
 */
public final class Stager {
  private static final SqlStatement KNOWN_RECEIPTS = SqlStatement.named("stage/known_receipts");
  private static final SqlStatement WRITE_RECEIPT = SqlStatement.named("stage/write_receipt");
  private static final SqlStatement INSERT_JOBS = SqlStatement.named("stage/insert_jobs");
  private static final SqlStatement INSERT_FREE_JOBS = SqlStatement.named("stage/insert_free_jobs");
  private static final SqlStatement FIND_LIVING = SqlStatement.named("stage/find_living");

  private static final String UNIQUE_VIOLATION = "23505";

  private final JobIds ids = new JobIds();

  /** A job that can be staged. */
  public record Job(StageRequest request, Placement placement) {}

  /** A job on its way into its lane. */
  private record Entry(
      Job job, LanePlace lane, long id, @Nullable UUID intakeId, @Nullable String dedupeKey) {
    @Nullable String jobKey() {
      return job.request().keys().jobKey();
    }

    int position() {
      return job.placement().position();
    }

    boolean keyed() {
      return dedupeKey != null || jobKey() != null;
    }
  }

  /**
   * Finds the places of jobs.
   *
   * @param rejected gets what is wrong with jobs that have none, by position
   * @return the jobs that can be staged, in order
   */
  public static List<Job> place(
      List<StageRequest> requests, PolicySource policies, Map<Integer, StageResult> rejected) {
    Placing placing = Placing.of(requests.stream().map(Stager::candidate).toList(), policies);
    placing
        .rejected()
        .forEach((at, why) -> rejected.put(at, new StageResult.Rejected(why.code(), why.detail())));
    List<Job> jobs = new ArrayList<>(placing.placements().size());
    for (Placement placement : placing.placements()) {
      StageRequest request = requests.get(placement.position());
      try {
        checkKey("job key", request.keys().jobKey());
        checkKey("dedupe key", request.keys().dedupeKey());
        jobs.add(new Job(request, placement));
      } catch (UnroutableJob e) {
        rejected.put(placement.position(), new StageResult.Rejected(e.code().name(), e.detail()));
      }
    }
    return jobs;
  }

  private static Candidate candidate(StageRequest request) {
    return new Candidate(
        request.policy(),
        request.keys().namespace(),
        request.message().properties(),
        request.message().head().priority());
  }

  private static void checkKey(String field, @Nullable String key) {
    if (key != null) {
      KeyText.checked(field, key);
    }
  }

  /**
   * Stages jobs.
   *
   * @param connection inside a transaction; locks nothing that others wait for
   * @param jobs the jobs, in the order staged
   * @param lanes their lanes
   * @param consumer the intake session whose receipt is written; null for doors that do not
   *     redeliver
   * @return what became of each, by position
   */
  public Map<Integer, StageResult> stage(
      Connection connection, List<Job> jobs, Map<LaneKey, LanePlace> lanes, @Nullable UUID consumer)
      throws SQLException {
    List<Entry> entries = entries(connection, jobs, lanes);
    Map<Integer, StageResult> results = new HashMap<>();
    if (consumer != null) {
      entries = withoutKnown(connection, entries, results);
      WRITE_RECEIPT
          .on(connection)
          .set("consumer", consumer)
          .uuids("messages", column(entries, Entry::intakeId, UUID[]::new))
          .update();
    }
    Map<Long, Boolean> staged = insert(connection, entries);
    List<Entry> refused = new ArrayList<>();
    List<Arrivals.Staged> arrived = new ArrayList<>();
    for (Entry entry : entries) {
      Boolean scheduled = staged.get(entry.id());
      if (scheduled == null) {
        refused.add(entry);
      } else {
        results.put(entry.position(), new StageResult.Staged(entry.id()));
        arrived.add(new Arrivals.Staged(entry.job().placement(), entry.lane(), scheduled));
      }
    }
    Arrivals.insert(connection, arrived);
    if (!refused.isEmpty()) {
      explainRefused(connection, refused, results);
    }
    return results;
  }

  private List<Entry> entries(Connection connection, List<Job> jobs, Map<LaneKey, LanePlace> lanes)
      throws SQLException {
    long[] taken = ids.take(connection, jobs.size());
    List<Entry> entries = new ArrayList<>(jobs.size());
    for (int i = 0; i < taken.length; i++) {
      Placement placement = jobs.get(i).placement();
      LanePlace lane = lanes.get(LaneKey.of(placement));
      if (lane == null) {
        throw new IllegalStateException(
            "no lane for job " + i + " of policy " + placement.policyId());
      }
      StageRequest.Keys keys = jobs.get(i).request().keys();
      String dedupe = keys.dedupeKey() != null ? keys.dedupeKey() : placement.route().dedupeKey();
      UUID intake = keys.intakeId() == null ? null : digest(keys.intakeId());
      entries.add(new Entry(jobs.get(i), lane, taken[i], intake, dedupe));
    }
    return entries;
  }

  private static List<Entry> withoutKnown(
      Connection connection, List<Entry> entries, Map<Integer, StageResult> results)
      throws SQLException {
    Set<UUID> known =
        new HashSet<>(
            KNOWN_RECEIPTS
                .on(connection)
                .uuids("messages", column(entries, Entry::intakeId, UUID[]::new))
                .list(row -> row.uuid("message")));
    if (known.isEmpty()) {
      return entries;
    }
    List<Entry> fresh = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.intakeId() != null && known.contains(entry.intakeId())) {
        results.put(entry.position(), new StageResult.Redelivered());
      } else {
        fresh.add(entry);
      }
    }
    return fresh;
  }

  /** The ids really inserted, each with whether it is scheduled. */
  private static Map<Long, Boolean> insert(Connection connection, List<Entry> entries)
      throws SQLException {
    if (entries.isEmpty()) {
      return Map.of();
    }
    if (entries.stream().anyMatch(Entry::keyed)) {
      List<Entry> ordered = new ArrayList<>(entries);
      // Stable: of two jobs with one key the first staged stays.
      ordered.sort(
          Comparator.comparing(
                  Entry::dedupeKey, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
              .thenComparing(
                  Entry::jobKey, Comparator.nullsFirst(Comparator.<String>naturalOrder())));
      return insert(INSERT_FREE_JOBS.on(connection), ordered);
    }
    Savepoint before = connection.setSavepoint();
    try {
      return insert(INSERT_JOBS.on(connection), entries);
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback(before);
      return insert(INSERT_FREE_JOBS.on(connection), entries);
    }
  }

  private static Map<Long, Boolean> insert(BoundStatement statement, List<Entry> entries)
      throws SQLException {
    Map<Long, Boolean> staged = new HashMap<>();
    statement
        .bigints("ids", entries.stream().mapToLong(Entry::id).toArray())
        .integers(
            "policies", entries.stream().mapToInt(e -> e.job().placement().policyId()).toArray())
        .bigints("lanes", entries.stream().mapToLong(e -> e.lane().laneId()).toArray())
        .integers(
            "priorities",
            entries.stream().mapToInt(e -> e.job().request().message().head().priority()).toArray())
        .instants(
            "not_befores", column(entries, e -> e.job().request().notBefore(), Instant[]::new))
        .instants("expiries", column(entries, e -> e.job().request().expiresAt(), Instant[]::new))
        .texts(
            "namespaces", column(entries, e -> e.job().request().keys().namespace(), String[]::new))
        .texts("job_keys", column(entries, Entry::jobKey, String[]::new))
        .texts("dedupe_keys", column(entries, Entry::dedupeKey, String[]::new))
        .uuids("intake_ids", column(entries, Entry::intakeId, UUID[]::new))
        .byteas(
            "heads",
            column(entries, e -> MessageCodec.encode(e.job().request().message()), byte[][]::new))
        .byteas("bodies", column(entries, e -> e.job().request().message().body(), byte[][]::new))
        .list(row -> staged.put(row.bigint("id"), row.bool("scheduled")));
    return staged;
  }

  private static void explainRefused(
      Connection connection, List<Entry> refused, Map<Integer, StageResult> results)
      throws SQLException {
    for (Entry entry : refused) {
      results.put(entry.position(), new StageResult.Duplicate(0));
    }
    FIND_LIVING
        .on(connection)
        .integers(
            "policies", refused.stream().mapToInt(e -> e.job().placement().policyId()).toArray())
        .texts("job_keys", column(refused, Entry::jobKey, String[]::new))
        .texts("dedupe_keys", column(refused, Entry::dedupeKey, String[]::new))
        .uuids("intake_ids", column(refused, Entry::intakeId, UUID[]::new))
        .list(row -> {
          Entry entry = refused.get(row.integer("position") - 1);
          StageResult found =
              row.bool("same_message")
                  ? new StageResult.Redelivered()
                  : new StageResult.Duplicate(row.bigint("id"));
          return results.merge(
              entry.position(),
              found,
              (before, now) -> before.equals(new StageResult.Duplicate(0)) ? now : before);
        });
  }

  private static <T> T[] column(
      List<Entry> entries,
      Function<Entry, ? extends @Nullable T> field,
      Function<Integer, T[]> array) {
    T[] values = array.apply(entries.size());
    for (int i = 0; i < values.length; i++) {
      values[i] = field.apply(entries.get(i));
    }
    return values;
  }

  /**
   * A message id of any broker as 128 bits; two different ones meet with a chance of 2⁻¹²⁸ a pair.
   */
  static UUID digest(String messageId) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(messageId.getBytes(StandardCharsets.UTF_8));
      ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(hash, 16));
      return new UUID(bytes.getLong(), bytes.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
