package sluice.ejb.upkeep;

import java.util.ArrayList;
import java.util.List;
import sluice.ejb.policy.PolicySource;
import sluice.sql.SqlStatement;

/** The chores of this package, in the order in which a round does them. Stateless. */
public final class StandardChores {
  private static final SqlStatement LANES = SqlStatement.named("upkeep/collect_lanes");
  private static final SqlStatement SHARES = SqlStatement.named("upkeep/collect_shares");

  private StandardChores() {}

  /**
   * The chores.
   *
   * @param retention how long things are kept
   * @param policies the policies in force, whose gates say whether a partition knows anything
   */
  public static List<Chore> of(Retention retention, PolicySource policies) {
    List<Chore> chores = new ArrayList<>();
    chores.add(new MakeHistoryDays());
    retention.history().ifPresent(keep -> chores.add(new DropHistoryDays(keep)));
    retention.history().ifPresent(keep -> chores.add(new PruneRest(keep)));
    chores.add(new FoldObservations());
    chores.add(new RollUpHours());
    chores.add(new SumMinutes());
    chores.addAll(Prune.all(retention));
    retention.idle().ifPresent(idle -> chores.add(new MarkLanes(idle)));
    chores.add(new FenceMarks());
    chores.add(new Collect("lane", Collect.by(LANES, 500)));
    chores.add(new Collect("share", Collect.by(SHARES, 1_000)));
    chores.add(new Collect("partition", new CollectPartitions(policies)));
    chores.add(new CollectTallies());
    return chores;
  }
}
