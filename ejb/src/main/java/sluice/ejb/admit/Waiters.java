package sluice.ejb.admit;

import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.core.admission.PartitionView;
import sluice.core.admission.Plan;
import sluice.core.gate.Verdict;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * Says, under the partitions' locks, when each partition that lanes sleep on is looked at again:
 * now if it has room still, at its own time, or when a slot is released. One that nobody sleeps on
 * is forgotten. Used once, by one thread.
 */
final class Waiters {
  private static final SqlStatement SETTLE_WAITERS = SqlStatement.named("admit/settle_waiters");

  private final Held held;
  private final Pipeline pipeline;

  Waiters(Held held, Pipeline pipeline) {
    this.held = held;
    this.pipeline = pipeline;
  }

  /**
   * Settles the waiters of partitions.
   *
   * @param due partitions that were looked at again
   * @param charged all partitions locked, as they are after this tick
   * @return whether lanes still sleep on a partition that has room: true among them, once written
   */
  List<Boolean> settle(Plan plan, Set<Long> due, Map<Long, PartitionView> charged)
      throws SQLException {
    Map<Long, Boolean> keeps = new LinkedHashMap<>();
    due.forEach(id -> keeps.put(id, false));
    plan.asleep().values().forEach(asleep -> keeps.put(asleep.partition(), false));
    if (plan.ending() instanceof Plan.Ending.PolicyClosed closed) {
      keeps.put(closed.partition(), true);
    }
    if (keeps.isEmpty()) {
      return List.of();
    }
    boolean[] kept = new boolean[keeps.size()];
    @Nullable Instant[] wakeAts = new Instant[keeps.size()];
    int i = 0;
    for (Map.Entry<Long, Boolean> keep : keeps.entrySet()) {
      kept[i] = keep.getValue();
      wakeAts[i] = wakeAt(charged.get(keep.getKey()));
      i++;
    }
    return pipeline.add(
        pipeline
            .on(SETTLE_WAITERS)
            .set("policy", held.id())
            .bigints("partitions", keeps.keySet().stream().mapToLong(id -> id).toArray())
            .instants("wake_ats", wakeAts)
            .bools("keeps", kept)
            .set("now", held.now()),
        row -> row.bool("due"));
  }

  /** Null: when a slot is released. A partition that is gone keeps nobody asleep. */
  private @Nullable Instant wakeAt(@Nullable PartitionView view) {
    if (view == null) {
      return held.now();
    }
    Verdict verdict = view.ask(held.now());
    return verdict.open() ? held.now() : verdict.askAgainAt();
  }
}
