package sluice.ejb.admit;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.core.admission.LaneView;
import sluice.core.admission.NamespaceView;
import sluice.core.admission.ShareView;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.Pipeline;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** The lanes that a tick looks at: the first in fair order. Used once, by one thread. */
final class Candidates {
  private static final SqlStatement CANDIDATES = SqlStatement.named("admit/candidates");

  private final Held held;
  private final ActivePolicy policy;
  private final Fold fold;
  private final int budget;

  Candidates(Held held, ActivePolicy policy, Fold fold, int budget) {
    this.held = held;
    this.policy = policy;
    this.fold = fold;
    this.budget = budget;
  }

  private record Candidate(Turn turn, Share share, LaneView lane) {
    record Turn(long id, double time, int turnsRead, int sharesRead) {}

    record Share(long id, double weight, double time) {}

    static Candidate read(Row row) throws SQLException {
      return new Candidate(
          new Turn(
              row.bigint("turn_id"),
              row.real("turn_time"),
              row.integer("turns"),
              row.integer("shares")),
          new Share(row.bigint("share_id"), row.real("weight"), row.real("share_time")),
          new LaneView(
              row.bigint("lane_id"),
              row.real("lane_time"),
              row.integer("pending"),
              box(row.bigints("partitions"))));
    }
  }

  /** The first lanes in fair order; runs the pipeline, with what was added to it before. */
  List<NamespaceView> read(Pipeline pipeline) throws SQLException {
    List<Candidate> rows =
        pipeline.add(
            pipeline
                .on(CANDIDATES)
                .set("policy", held.id())
                .set("keying_version", held.keyingVersion())
                .set("budget", budget),
            Candidate::read);
    pipeline.run();
    Map<Candidate.Turn, Map<Candidate.Share, List<LaneView>>> byTurn = new LinkedHashMap<>();
    for (Candidate row : rows) {
      byTurn
          .computeIfAbsent(row.turn(), t -> new LinkedHashMap<>())
          .computeIfAbsent(row.share(), s -> new ArrayList<>())
          .add(row.lane());
    }
    List<NamespaceView> namespaces = new ArrayList<>();
    byTurn.forEach((turn, shares) -> namespaces.add(namespace(turn, shares)));
    return namespaces;
  }

  /** Without the share and the lanes more that only say that there are more. */
  private NamespaceView namespace(
      Candidate.Turn turn, Map<Candidate.Share, List<LaneView>> shares) {
    int sharesAsked = Math.max(2, Math.min(budget, 2 * budget / turn.turnsRead()));
    int lanesAsked = Math.max(2, 2 * budget / turn.sharesRead());
    List<ShareView> first =
        shares.entrySet().stream()
            .limit(sharesAsked)
            .map(e -> share(e.getKey(), e.getValue(), lanesAsked))
            .toList();
    return new NamespaceView(turn.id(), turn.time(), first, shares.size() > sharesAsked);
  }

  private ShareView share(Candidate.Share share, List<LaneView> lanes, int lanesAsked) {
    double stored = fold.weights().getOrDefault(share.id(), share.weight());
    double weight = policy.policy().fairness().fixedWeight().orElse(stored);
    return new ShareView(
        share.id(),
        weight,
        share.time(),
        lanes.stream().limit(lanesAsked).toList(),
        lanes.size() > lanesAsked);
  }

  private static List<Long> box(long[] values) {
    List<Long> boxed = new ArrayList<>(values.length);
    for (long value : values) {
      boxed.add(value);
    }
    return boxed;
  }
}
