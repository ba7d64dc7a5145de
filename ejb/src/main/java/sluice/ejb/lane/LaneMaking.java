package sluice.ejb.lane;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.policy.PartitionKey;
import sluice.ejb.partition.LimitColumns;
import sluice.sql.BoundStatement;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * Makes the rows of lanes on first sight and reads their ids: in one trip to the database what
 * lanes are made of, in a second the lanes. Rows that are there are kept: their marks ({@code
 * retiring}) are taken away, so that what was just found is not collected.
 *
 * <p>Of each kind: make what is missing, keep what is there, read the ids; a collector that was
 * faster is seen by an id that is missing then. Run in a transaction of its own, as its first
 * statements, by {@link LaneDirectory}.
 */
final class LaneMaking {
  private static final SqlStatement TAKE_NUMBER = SqlStatement.named("stage/take_number");
  private static final SqlStatement SEE_NAMESPACES = SqlStatement.named("stage/see_namespaces");
  private static final SqlStatement MAKE_QUOTAS = SqlStatement.named("stage/make_quotas");
  private static final SqlStatement FIND_QUOTAS = SqlStatement.named("stage/find_quotas");
  private static final SqlStatement MAKE_PARTITIONS = SqlStatement.named("stage/make_partitions");
  private static final SqlStatement KEEP_PARTITIONS = SqlStatement.named("stage/keep_partitions");
  private static final SqlStatement FIND_PARTITIONS = SqlStatement.named("stage/find_partitions");
  private static final SqlStatement MAKE_TURNS = SqlStatement.named("stage/make_turns");
  private static final SqlStatement MAKE_SHARES = SqlStatement.named("stage/make_shares");
  private static final SqlStatement KEEP_SHARES = SqlStatement.named("stage/keep_shares");
  private static final SqlStatement FIND_SHARES = SqlStatement.named("stage/find_shares");
  private static final SqlStatement MAKE_LANES = SqlStatement.named("stage/make_lanes");
  private static final SqlStatement KEEP_LANES = SqlStatement.named("stage/keep_lanes");
  private static final SqlStatement FIND_LANES = SqlStatement.named("stage/find_lanes");

  private LaneMaking() {}

  /**
   * The lanes of these jobs, all of one policy.
   *
   * @throws LanesRetired if something they are made of was collected meanwhile
   */
  static Map<LaneKey, LanePlace> make(Connection connection, Map<LaneKey, Placement> wanted)
      throws SQLException {
    int policy = wanted.keySet().iterator().next().policyId();
    Pipeline pipeline = new Pipeline(connection);
    pipeline.add(pipeline.on(TAKE_NUMBER), row -> row.bigint("number"));
    Parts parts =
        new Parts(
            quotas(pipeline, wanted.keySet()),
            partitions(pipeline, policy, wanted.values()),
            shares(pipeline, policy, wanted.values()));
    pipeline.run();
    return lanes(connection, wanted, parts);
  }

  /**
   * Ids of what lanes are made of: by namespace, by gate and key, by namespace and key. Empty until
   * the pipeline has run.
   */
  private record Parts(
      Map<String, Long> quotas,
      Map<List<String>, Long> partitions,
      Map<List<String>, Long> shares) {}

  /**
   * The partition of each namespace's quota. Every lane names it, also where no ceiling is set:
   * what was not counted when it was admitted could not be counted when a ceiling comes.
   */
  private static Map<String, Long> quotas(Pipeline pipeline, Collection<LaneKey> wanted)
      throws SQLException {
    List<String> names =
        List.copyOf(new TreeSet<>(wanted.stream().map(LaneKey::namespace).toList()));
    String[] column = names.toArray(new String[0]);
    pipeline.add(pipeline.on(SEE_NAMESPACES).texts("names", column));
    pipeline.add(pipeline.on(MAKE_QUOTAS).texts("names", column));
    return ids(pipeline, pipeline.on(FIND_QUOTAS).texts("names", column), names);
  }

  private static Map<List<String>, Long> partitions(
      Pipeline pipeline, int policy, Collection<Placement> wanted) throws SQLException {
    Map<List<String>, @Nullable Limits> limits = new LinkedHashMap<>();
    Map<List<String>, PartitionState> states = new LinkedHashMap<>();
    for (Placement placement : wanted) {
      for (PartitionKey partition : placement.route().partitions()) {
        List<String> name = List.of(partition.gate(), partition.key());
        GateRule gate = placement.policy().policy().gate(partition.gate()).orElseThrow();
        Limits own = partition.dynamicLimits();
        Limits inForce = own == null ? gate.fixedLimits() : own;
        limits.put(name, own);
        states.put(name, gate.fresh(inForce, Instant.EPOCH));
      }
    }
    if (limits.isEmpty()) {
      return Map.of();
    }
    Names names = new Names(policy, "gates", List.copyOf(limits.keySet()));
    pipeline.add(
        LimitColumns.of(limits.values())
            .bind(names.on(pipeline, MAKE_PARTITIONS))
            .reals(
                "tokens",
                states.values().stream().map(PartitionState::tokens).toArray(Double[]::new))
            .integers(
                "current_maxes",
                states.values().stream().mapToInt(s -> s.adaptation().currentMax()).toArray()));
    pipeline.add(names.on(pipeline, KEEP_PARTITIONS));
    return ids(pipeline, names.on(pipeline, FIND_PARTITIONS), names.pairs());
  }

  private static Map<List<String>, Long> shares(
      Pipeline pipeline, int policy, Collection<Placement> wanted) throws SQLException {
    Map<List<String>, Double> weights = new LinkedHashMap<>();
    for (Placement placement : wanted) {
      weights.put(
          List.of(placement.namespace(), placement.route().shareKey()), placement.route().weight());
    }
    Names names = new Names(policy, "namespaces", List.copyOf(weights.keySet()));
    pipeline.add(
        pipeline.on(MAKE_TURNS).set("policy", policy).texts("namespaces", names.column(0)));
    pipeline.add(
        names.on(pipeline, MAKE_SHARES).reals("weights", weights.values().toArray(new Double[0])));
    pipeline.add(names.on(pipeline, KEEP_SHARES));
    return ids(pipeline, names.on(pipeline, FIND_SHARES), names.pairs());
  }

  /**
   * Names of a policy's rows, in two columns.
   *
   * @param first what statements call the first column; the second is {@code keys}
   */
  private record Names(int policy, String first, List<List<String>> pairs) {
    String[] column(int at) {
      return pairs.stream().map(pair -> pair.get(at)).toArray(String[]::new);
    }

    BoundStatement on(Pipeline pipeline, SqlStatement statement) throws SQLException {
      return pipeline
          .on(statement)
          .set("policy", policy)
          .texts(first, column(0))
          .texts("keys", column(1));
    }
  }

  /** What a statement finds of these names, each told by its position. */
  private static <K> Map<K, Long> ids(Pipeline pipeline, BoundStatement find, List<K> names)
      throws SQLException {
    Map<K, Long> ids = new HashMap<>();
    pipeline.add(find, row -> ids.put(names.get(row.integer("position") - 1), row.bigint("id")));
    return ids;
  }

  private static Map<LaneKey, LanePlace> lanes(
      Connection connection, Map<LaneKey, Placement> wanted, Parts parts) throws SQLException {
    List<LaneKey> keys = new ArrayList<>();
    List<List<Long>> partitionIds = new ArrayList<>();
    long[] shareIds = new long[wanted.size()];
    for (Map.Entry<LaneKey, Placement> entry : wanted.entrySet()) {
      LaneKey key = entry.getKey();
      List<Long> ids = new ArrayList<>();
      ids.add(found(parts.quotas(), key.namespace()));
      for (PartitionKey partition : entry.getValue().route().partitions()) {
        ids.add(found(parts.partitions(), List.of(partition.gate(), partition.key())));
      }
      shareIds[keys.size()] = found(parts.shares(), List.of(key.namespace(), key.shareKey()));
      keys.add(key);
      partitionIds.add(ids);
    }
    Map<LaneKey, Long> ids = laneIds(connection, keys, shareIds, partitionIds);
    Map<LaneKey, LanePlace> places = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      LaneKey key = keys.get(i);
      places.put(key, new LanePlace(found(ids, key), shareIds[i], partitionIds.get(i)));
    }
    return places;
  }

  private static Map<LaneKey, Long> laneIds(
      Connection connection, List<LaneKey> keys, long[] shares, List<List<Long>> partitions)
      throws SQLException {
    String[] literals =
        partitions.stream()
            .map(ids -> ids.toString().replace('[', '{').replace(']', '}'))
            .toArray(String[]::new);
    Pipeline pipeline = new Pipeline(connection);
    List<BoundStatement> steps = new ArrayList<>();
    for (SqlStatement statement : List.of(MAKE_LANES, KEEP_LANES, FIND_LANES)) {
      steps.add(
          pipeline
              .on(statement)
              .set("policy", keys.getFirst().policyId())
              .set("keying_version", keys.getFirst().keyingVersion())
              .bigints("shares", shares)
              .texts("partitions", literals));
    }
    pipeline.add(steps.get(0));
    pipeline.add(steps.get(1));
    Map<LaneKey, Long> ids = ids(pipeline, steps.get(2), keys);
    pipeline.run();
    return ids;
  }

  private static <K> long found(Map<K, Long> ids, K name) throws LanesRetired {
    Long id = ids.get(name);
    if (id == null) {
      throw new LanesRetired();
    }
    return id;
  }
}
