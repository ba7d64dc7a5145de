package sluice.ejb.auditor;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import sluice.ejb.upkeep.Chore;
import sluice.ejb.upkeep.ChoreSource;

/** The auditor's comparisons, run by housekeeping like any chore. */
@ApplicationScoped
public class Auditor implements ChoreSource {
  /** Comparisons of slots, lanes and figures. */
  public static final List<Chore> CHECKS =
      List.of(new SlotCheck(), new LaneCheck(), new FigureCheck());

  @Override
  public List<Chore> chores() {
    return CHECKS;
  }
}
