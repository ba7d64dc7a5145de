package sluice.core.hint;

import java.util.ArrayList;
import java.util.List;

/**
 * A policy file that is not put in force. Immutable.
 *
 * @param file its name
 * @param faults everything that is wrong with it, a sentence each; never empty
 */
public record RefusedFile(String file, List<String> faults) {
  private static final int MOST_HINTS = 10;

  /** Keeps the list. */
  public RefusedFile {
    faults = List.copyOf(faults);
  }

  /** With one fault. */
  public RefusedFile(String file, String fault) {
    this(file, List.of(fault));
  }

  /** A hint for each of the first files, and one for all others together. */
  public static List<Hint> hints(List<RefusedFile> refused) {
    if (refused.size() <= MOST_HINTS) {
      return refused.stream().map(RefusedFile::hint).toList();
    }
    List<Hint> hints =
        new ArrayList<>(
            refused.subList(0, MOST_HINTS - 1).stream().map(RefusedFile::hint).toList());
    hints.add(hint("%,d more policy files are refused.".formatted(refused.size() - hints.size())));
    return hints;
  }

  private Hint hint() {
    String others = faults.size() == 1 ? "" : " (fault 1 of %,d)".formatted(faults.size());
    return hint("Policy file %s is refused: %s%s.".formatted(file, faults.getFirst(), others));
  }

  private static Hint hint(String sentence) {
    return new Hint(
        Hint.Severity.CRITICAL,
        Hint.Rule.POLICY_FILE,
        sentence,
        "What was in force stays. Mend the file and start this node again, since files are read at start;"
            + " every fault is in application.log (event=refused).");
  }
}
