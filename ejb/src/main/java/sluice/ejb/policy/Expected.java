package sluice.ejb.policy;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which version must be in force for a request to be done; 0 stands for no such policy. Immutable,
 * thread-safe.
 */
public final class Expected {
  /** Whatever is in force. */
  public static final Expected ANYTHING = new Expected(inForce -> true, "anything");

  /** There must be such a policy. */
  public static final Expected SOMETHING = new Expected(inForce -> inForce > 0, "one that exists");

  /** There must be no such policy. */
  public static final Expected NOTHING = new Expected(inForce -> inForce == 0, "none of this name");

  private final IntPredicate holds;
  private final String words;

  private Expected(IntPredicate holds, String words) {
    this.holds = holds;
    this.words = words;
  }

  /** The version that an editor started from; 0 = none; null = whatever. */
  public static Expected version(@Nullable Integer version) {
    if (version == null) {
      return ANYTHING;
    }
    return version == 0 ? NOTHING : oneOf(Set.of(version));
  }

  /** One of these versions. */
  public static Expected oneOf(Set<Integer> versions) {
    Set<Integer> any = new TreeSet<>(versions);
    return new Expected(any::contains, any.isEmpty() ? "another" : "version " + listed(any));
  }

  /** None of these versions. */
  public static Expected noneOf(Set<Integer> versions) {
    Set<Integer> any = new TreeSet<>(versions);
    return any.isEmpty()
        ? ANYTHING
        : new Expected(inForce -> !any.contains(inForce), "another than version " + listed(any));
  }

  /** Both this and the other. */
  public Expected and(Expected other) {
    if (this == ANYTHING || other == ANYTHING) {
      return this == ANYTHING ? other : this;
    }
    return new Expected(
        inForce -> isMetBy(inForce) && other.isMetBy(inForce), words + " and " + other.words);
  }

  /** Whether the version in force, 0 for none, is as expected. */
  public boolean isMetBy(int inForce) {
    return holds.test(inForce);
  }

  /**
   * Refuses what is not as expected.
   *
   * @throws VersionConflict naming both
   */
  void check(String policy, int inForce) {
    if (!isMetBy(inForce)) {
      throw new VersionConflict(policy, words, inForce);
    }
  }

  private static String listed(Set<Integer> versions) {
    return versions.stream().map(String::valueOf).collect(Collectors.joining(" or "));
  }

  @Override
  public String toString() {
    return words;
  }
}
