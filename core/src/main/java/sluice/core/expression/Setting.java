package sluice.core.expression;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One value of a policy that is either fixed or computed for each job. Immutable, thread-safe. */
public sealed interface Setting permits NumberSetting, DurationSetting {
  /** As written in the policy (the number, the ISO-8601 duration, or the expression). */
  String source();

  /** Whether the value is the same for all jobs. */
  boolean constant();

  /** Names of the context that the value is computed from; empty when constant. */
  Set<String> properties();

  /**
   * The value for one job: a number, for durations milliseconds; null when the expression gives
   * null.
   *
   * @throws EvaluationFailed when the expression fails or gives something that is not allowed
   */
  @Nullable Number value(Context context);
}
