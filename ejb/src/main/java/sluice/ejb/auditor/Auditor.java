package sluice.ejb.auditor;

import java.util.List;
import sluice.ejb.upkeep.Chore;

/** The auditor's comparisons, done by housekeeping like any chore. Stateless. */
public final class Auditor {
  private Auditor() {}

  /** Comparisons of slots, lanes and figures, to be kept for the program's life. */
  public static List<Chore> checks() {
    return List.of(new SlotCheck(), new LaneCheck(), new FigureCheck());
  }
}
