package sluice.web.jobs;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.JobCursor;
import sluice.ejb.observe.JobQuestion;
import sluice.web.console.Trouble;

/**
 * Which jobs the address of a page asks for. Whatever it says, what comes out makes sense: words
 * that do not are left out.
 *
 * @param state a word of {@link JobQuestion#STATES}
 * @param policy only of this policy; empty = all
 * @param namespace only of this tenant; empty = all
 * @param key the producer's key; empty = whatever
 * @param after behind this place; null = from the first
 */
public record JobSearch(
    String state, String policy, String namespace, String key, @Nullable JobCursor after) {
  /** Jobs on a page. */
  public static final int SIZE = 50;

  /** Reads the parameters of a request. */
  public static JobSearch of(Map<String, String> parameters) {
    String state = parameters.get("state");
    return new JobSearch(
        state != null && JobQuestion.STATES.contains(state) ? state : JobQuestion.STATES.getFirst(),
        Trouble.usable(parameters.get("policy")),
        Trouble.usable(parameters.get("namespace")),
        Trouble.usable(parameters.get("key")),
        cursor(parameters.get("after")));
  }

  /** For the service. */
  public JobQuestion question(int size) {
    return new JobQuestion(
        state,
        policy.isEmpty() ? null : policy,
        namespace.isEmpty() ? null : namespace,
        after,
        size);
  }

  /** The same list from another place on. */
  public JobSearch from(@Nullable JobCursor place) {
    return new JobSearch(state, policy, namespace, key, place);
  }

  /** What the list is sorted by, in words. */
  public String order() {
    return switch (state) {
      case "pending" -> "Eligible since";
      case "scheduled" -> "Due";
      case "admitted" -> "Lease ends";
      case "dead" -> "Died";
      default -> "Ended";
    };
  }

  private static @Nullable JobCursor cursor(@Nullable String text) {
    try {
      return JobCursor.of(text);
    } catch (BadQuestion e) {
      return null;
    }
  }
}
