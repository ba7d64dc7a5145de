package sluice.ejb.policy;

import java.util.List;

/**
 * What became of a {@link SaveRequest}.
 *
 * @param id row of {@code policy}; 0 for a dry run of a new policy
 * @param version the version in force now, or that would be
 * @param outcome what happened, or would
 * @param notes what the person should know, e.g. that a renamed gate starts anew
 */
public record SavedPolicy(int id, int version, Outcome outcome, List<String> notes) {
  /** What happened to the policy. */
  public enum Outcome {
    /** It did not exist. */
    CREATED,
    /** It has a new version. */
    CHANGED,
    /** The document says what the version in force says. */
    UNCHANGED
  }

  /** Keeps the list. */
  public SavedPolicy {
    notes = List.copyOf(notes);
  }
}
