package sluice.ejb.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs somebody asks for.
 *
 * @param state a word of {@link #STATES}
 * @param policy only of this policy; null = all
 * @param namespace only of this tenant, among those looked at; null = all
 * @param after behind this place; null = from the first
 * @param size at most so many
 */
public record JobQuestion(
    String state,
    @Nullable String policy,
    @Nullable String namespace,
    @Nullable JobCursor after,
    int size) {
  /** States that can be asked for, the usual first. */
  public static final List<String> STATES =
      List.of("pending", "scheduled", "admitted", "dead", "finished", "cancelled", "expired");

  /** The same question, from another place on. */
  JobQuestion behind(JobCursor place) {
    return new JobQuestion(state, policy, namespace, place, size);
  }
}
