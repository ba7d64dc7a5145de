package sluice.web.version;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.Fault;
import sluice.ejb.control.Impact;
import sluice.ejb.policy.SavedPolicy;

/**
 * What is found in a document before it is saved.
 *
 * @param faults all that is wrong with it; empty = it can be saved
 * @param saved what saving would do; null when it cannot be saved or nobody could tell
 * @param impact what would change for waiting jobs; null for a new policy, or as {@code saved}
 */
public record Verdict(List<Fault> faults, @Nullable SavedPolicy saved, @Nullable Impact impact) {
  /** Keeps the list. */
  public Verdict {
    faults = List.copyOf(faults);
  }

  /** What saving would do, in a sentence; empty when it cannot be told. */
  public String sentence() {
    if (saved == null) {
      return "";
    }
    return switch (saved.outcome()) {
      case CREATED -> "Good. Saving makes a new policy.";
      case CHANGED -> "Good. Saving makes version " + saved.version() + ".";
      case UNCHANGED -> "Good, and the same as in force.";
    };
  }

  /** How many waiting jobs would go in the next tick, in a sentence; empty for a new policy. */
  public String flow() {
    if (impact == null) {
      return "";
    }
    String more = impact.lowerBound() ? " or more" : "";
    String now = "Of what waits, %,d%s would go in the next tick".formatted(impact.goNow(), more);
    return impact.wouldGo() == null
        ? now + "; under this document it is not foretold: " + impact.unknownBecause() + "."
        : now + ", and %,d%s under this document.".formatted(impact.wouldGo(), more);
  }

  /** Partitions that would hold more than they may, in a sentence; empty for none. */
  public String over() {
    if (impact == null || impact.overLimit().total() == 0) {
      return "";
    }
    if (impact.overLimit().complete() && impact.overLimit().total() == 1) {
      return "1 partition would have more in flight than it may; nothing of it goes until it is below.";
    }
    return "%s%,d partitions would have more in flight than they may; nothing of them goes until they are below."
        .formatted(impact.overLimit().complete() ? "" : "At least ", impact.overLimit().total());
  }

  /** The first of the partitions over their limit. */
  public List<Impact.Over> overFirst() {
    return impact == null ? List.of() : impact.overLimit().first();
  }
}
