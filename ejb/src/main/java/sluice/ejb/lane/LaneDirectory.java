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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.core.policy.PartitionKey;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.SqlWork;
import sluice.ejb.partition.LimitColumns;
import sluice.sql.SqlStatement;

/**
 * Finds the lanes of jobs, and makes lanes, shares and partitions on first sight in a short
 * transaction of their own (rule R11).
 *
 * <p>Remembers what it found. A remembered lane may have been collected meanwhile: staging then
 * fails with {@link LanesRetired}, and the caller lets the directory {@link #forget} before it does
 * it again. Whoever makes a place takes the marks of its lane, share and partitions away ({@code
 * retiring}), so that what was just found is not collected. Thread-safe.
 */
public final class LaneDirectory {
  private static final SqlStatement MAKE_PARTITIONS = SqlStatement.named("stage/make_partitions");
  private static final SqlStatement FIND_PARTITIONS = SqlStatement.named("stage/find_partitions");
  private static final SqlStatement MAKE_TURNS = SqlStatement.named("stage/make_turns");
  private static final SqlStatement MAKE_SHARES = SqlStatement.named("stage/make_shares");
  private static final SqlStatement FIND_SHARES = SqlStatement.named("stage/find_shares");
  private static final SqlStatement MAKE_LANES = SqlStatement.named("stage/make_lanes");
  private static final SqlStatement FIND_LANES = SqlStatement.named("stage/find_lanes");
  private static final SqlStatement TAKE_NUMBER = SqlStatement.named("stage/take_number");
  private static final SqlStatement KEEP_PARTITIONS = SqlStatement.named("stage/keep_partitions");
  private static final SqlStatement KEEP_SHARES = SqlStatement.named("stage/keep_shares");
  private static final SqlStatement KEEP_LANES = SqlStatement.named("stage/keep_lanes");
  private static final SqlStatement SEE_NAMESPACES = SqlStatement.named("stage/see_namespaces");
  private static final SqlStatement MAKE_QUOTAS = SqlStatement.named("stage/make_quotas");
  private static final SqlStatement FIND_QUOTAS = SqlStatement.named("stage/find_quotas");

  /** Most lanes remembered; beyond it the memory starts anew. About 400 bytes each. */
  private static final int MOST = 200_000;

  private final Map<LaneKey, LanePlace> known = new ConcurrentHashMap<>();
  private final Apart apart;

  /** How to run work in a transaction of its own. */
  @FunctionalInterface
  public interface Apart {
    /** Runs and commits. */
    <T extends @Nullable Object> T run(SqlWork<T> work);
  }

  /** A directory that makes lanes by {@code apart}. */
  public LaneDirectory(Apart apart) {
    this.apart = apart;
  }

  /** The lanes of these jobs, made where they are new. */
  public Map<LaneKey, LanePlace> places(List<Placement> placements) {
    Map<LaneKey, LanePlace> places = new HashMap<>();
    Map<Integer, Map<LaneKey, Placement>> unknown = new LinkedHashMap<>();
    for (Placement placement : placements) {
      LaneKey key = LaneKey.of(placement);
      LanePlace place = known.get(key);
      if (place != null) {
        places.put(key, place);
      } else {
        unknown
            .computeIfAbsent(placement.policyId(), p -> new LinkedHashMap<>())
            .put(key, placement);
      }
    }
    for (Map<LaneKey, Placement> ofPolicy : unknown.values()) {
      Map<LaneKey, LanePlace> made = made(ofPolicy);
      places.putAll(made);
      remember(made);
    }
    return places;
  }

  /**
   * The lanes of these jobs, asked for anew, whatever is remembered of them. For whoever puts jobs
   * into lanes without an arrival of staging: their marks are gone, and a transaction that has its
   * number already is older than the fence of any later one.
   */
  public Map<LaneKey, LanePlace> freshPlaces(List<Placement> placements) {
    forget(placements);
    return places(placements);
  }

  /** Forgets where these jobs belong. */
  public void forget(List<Placement> placements) {
    placements.forEach(placement -> known.remove(LaneKey.of(placement)));
  }

  /** What a collector takes away between two statements is made once more. */
  private Map<LaneKey, LanePlace> made(Map<LaneKey, Placement> ofPolicy) {
    try {
      return apart.run(connection -> make(connection, ofPolicy));
    } catch (DatabaseFailed e) {
      if (!e.conflict()) {
        throw e;
      }
      return apart.run(connection -> make(connection, ofPolicy));
    }
  }

  private void remember(Map<LaneKey, LanePlace> made) {
    if (known.size() + made.size() > MOST) {
      known.clear();
    }
    known.putAll(made);
  }

  private static Map<LaneKey, LanePlace> make(Connection connection, Map<LaneKey, Placement> wanted)
      throws SQLException {
    int policy = wanted.keySet().iterator().next().policyId();
    TAKE_NUMBER.on(connection).one(row -> row.text("number"));
    Map<String, Long> quotas = quotas(connection, wanted.keySet());
    Map<List<String>, Long> partitions = partitions(connection, policy, wanted.values());
    Map<List<String>, Long> shares = shares(connection, policy, wanted.values());
    return lanes(connection, wanted, new Parts(quotas, partitions, shares));
  }

  /** Ids of what lanes are made of: by namespace, by gate and key, by namespace and key. */
  private record Parts(
      Map<String, Long> quotas,
      Map<List<String>, Long> partitions,
      Map<List<String>, Long> shares) {}

  /**
   * The partition of each namespace's quota. Every lane names it, also where no ceiling is set:
   * what was not counted when it was admitted could not be counted when a ceiling comes.
   */
  private static Map<String, Long> quotas(Connection connection, Collection<LaneKey> wanted)
      throws SQLException {
    String[] names =
        new TreeSet<>(wanted.stream().map(LaneKey::namespace).toList()).toArray(new String[0]);
    SEE_NAMESPACES.on(connection).texts("names", names).update();
    MAKE_QUOTAS.on(connection).texts("names", names).update();
    Map<String, Long> ids = new HashMap<>();
    FIND_QUOTAS
        .on(connection)
        .texts("names", names)
        .list(row -> ids.put(row.text("name"), row.bigint("id")));
    return ids;
  }

  private static Map<List<String>, Long> partitions(
      Connection connection, int policy, Collection<Placement> wanted) throws SQLException {
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
    List<List<String>> names = List.copyOf(limits.keySet());
    if (names.isEmpty()) {
      return Map.of();
    }
    String[] gates = names.stream().map(n -> n.get(0)).toArray(String[]::new);
    String[] keys = names.stream().map(n -> n.get(1)).toArray(String[]::new);
    LimitColumns columns = LimitColumns.of(limits.values());
    columns
        .bind(
            MAKE_PARTITIONS
                .on(connection)
                .set("policy", policy)
                .texts("gates", gates)
                .texts("keys", keys))
        .reals(
            "tokens", states.values().stream().map(PartitionState::tokens).toArray(Double[]::new))
        .integers(
            "current_maxes",
            states.values().stream().mapToInt(s -> s.adaptation().currentMax()).toArray())
        .update();
    KEEP_PARTITIONS
        .on(connection)
        .set("policy", policy)
        .texts("gates", gates)
        .texts("keys", keys)
        .update();
    Map<List<String>, Long> ids = new HashMap<>();
    FIND_PARTITIONS
        .on(connection)
        .set("policy", policy)
        .texts("gates", gates)
        .texts("keys", keys)
        .list(row -> ids.put(List.of(row.text("gate"), row.text("key")), row.bigint("id")));
    return ids;
  }

  private static Map<List<String>, Long> shares(
      Connection connection, int policy, Collection<Placement> wanted) throws SQLException {
    Map<List<String>, Double> weights = new LinkedHashMap<>();
    for (Placement placement : wanted) {
      weights.put(
          List.of(placement.namespace(), placement.route().shareKey()), placement.route().weight());
    }
    String[] namespaces = weights.keySet().stream().map(n -> n.get(0)).toArray(String[]::new);
    String[] keys = weights.keySet().stream().map(n -> n.get(1)).toArray(String[]::new);
    MAKE_TURNS.on(connection).set("policy", policy).texts("namespaces", namespaces).update();
    MAKE_SHARES
        .on(connection)
        .set("policy", policy)
        .texts("namespaces", namespaces)
        .texts("keys", keys)
        .reals("weights", weights.values().toArray(new Double[0]))
        .update();
    KEEP_SHARES
        .on(connection)
        .set("policy", policy)
        .texts("namespaces", namespaces)
        .texts("keys", keys)
        .update();
    Map<List<String>, Long> ids = new HashMap<>();
    FIND_SHARES
        .on(connection)
        .set("policy", policy)
        .texts("namespaces", namespaces)
        .texts("keys", keys)
        .list(row -> ids.put(List.of(row.text("namespace"), row.text("key")), row.bigint("id")));
    return ids;
  }

  private static Map<LaneKey, LanePlace> lanes(
      Connection connection, Map<LaneKey, Placement> wanted, Parts parts) throws SQLException {
    List<LaneKey> keys = new ArrayList<>();
    List<List<Long>> partitionIds = new ArrayList<>();
    long[] shareIds = new long[wanted.size()];
    String[] literals = new String[wanted.size()];
    for (Map.Entry<LaneKey, Placement> entry : wanted.entrySet()) {
      LaneKey key = entry.getKey();
      int i = keys.size();
      List<Long> ids = new ArrayList<>();
      ids.add(made(parts.quotas(), key.namespace()));
      for (PartitionKey partition : entry.getValue().route().partitions()) {
        ids.add(made(parts.partitions(), List.of(partition.gate(), partition.key())));
      }
      keys.add(key);
      partitionIds.add(ids);
      shareIds[i] = made(parts.shares(), List.of(key.namespace(), key.shareKey()));
      literals[i] = ids.toString().replace('[', '{').replace(']', '}');
    }
    int policy = keys.getFirst().policyId();
    int keying = keys.getFirst().keyingVersion();
    MAKE_LANES
        .on(connection)
        .set("policy", policy)
        .set("keying_version", keying)
        .bigints("shares", shareIds)
        .texts("partitions", literals)
        .update();
    KEEP_LANES
        .on(connection)
        .set("policy", policy)
        .set("keying_version", keying)
        .bigints("shares", shareIds)
        .texts("partitions", literals)
        .update();
    Map<LaneKey, LanePlace> places = new HashMap<>();
    FIND_LANES
        .on(connection)
        .set("policy", policy)
        .set("keying_version", keying)
        .bigints("shares", shareIds)
        .texts("partitions", literals)
        .list(row -> {
          int at = row.integer("position") - 1;
          return places.put(
              keys.get(at), new LanePlace(row.bigint("id"), shareIds[at], partitionIds.get(at)));
        });
    if (places.size() < keys.size()) {
      throw new LanesRetired();
    }
    return places;
  }

  private static <K> long made(Map<K, Long> ids, K name) throws LanesRetired {
    Long id = ids.get(name);
    if (id == null) {
      throw new LanesRetired();
    }
    return id;
  }
}
