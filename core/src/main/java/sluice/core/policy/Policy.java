package sluice.core.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.Expression;
import sluice.core.gate.GateRule;

/**
 * What governs a kind of job, read from a document by {@link PolicyDocument}. Immutable,
 * thread-safe.
 *
 * @param name 1–100 letters, digits, dots, underscores, hyphens
 * @param destination queue that admitted jobs are forwarded to
 * @param handling what applies to each attempt and what makes two jobs one
 * @param fairness how jobs share what there is
 * @param gates asked in this order; a job goes only when all let it go
 */
public record Policy(
    String name, String destination, Handling handling, Fairness fairness, List<GateRule> gates) {

  /**
   * How a job is held and tried.
   *
   * @param dedupeKey a job whose key is alive is a duplicate; null: none are
   * @param lease how long an attempt may go without a heartbeat
   * @param retry when a failed attempt is tried again
   */
  public record Handling(@Nullable Expression dedupeKey, Duration lease, RetryRule retry) {}

  public Policy {
    gates = List.copyOf(gates);
  }

  /** See {@link Handling#dedupeKey()}. */
  public @Nullable Expression dedupeKey() {
    return handling.dedupeKey();
  }

  /** See {@link Handling#lease()}. */
  public Duration lease() {
    return handling.lease();
  }

  /** See {@link Handling#retry()}. */
  public RetryRule retry() {
    return handling.retry();
  }

  /** The gate of this name. */
  public Optional<GateRule> gate(String gateName) {
    return gates.stream().filter(gate -> gate.name().equals(gateName)).findFirst();
  }

  /**
   * Where a job belongs: its share, its partition of every gate, its limits.
   *
   * @throws UnroutableJob when an expression fails on the job or gives what can't be kept; the job
   *     is rejected
   */
  public Route route(Context context) {
    return new Routing(this, context).route();
  }
}
