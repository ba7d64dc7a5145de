package sluice.ejb.forward;

import java.util.List;

/**
 * The broker's side of the outbox. The module {@code jms} implements it and registers itself with
 * {@link ForwardingService}.
 *
 * <p>Thread-safe: batches of different policies are forwarded at the same time.
 */
public interface WorkQueues {
  /**
   * Sends all jobs of a batch to the destination, in order, each with its duplicate id; returns
   * once the broker has taken them all durably. Jobs that the broker already took are dropped by
   * it, which counts as success.
   *
   * @param destination name of the work queue
   * @param jobs attempts in the order of admission
   * @throws ForwardingFailed if the broker did not take all of them; any of them may have been
   *     taken
   */
  void forward(String destination, List<ForwardedJob> jobs);

  /**
   * Whether the broker answered when it was last asked; for health and for {@code BROKER} as a
   * reason.
   */
  boolean reachable();
}
