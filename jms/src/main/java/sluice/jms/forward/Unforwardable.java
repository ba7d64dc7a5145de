package sluice.jms.forward;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import sluice.ejb.forward.ForwardingFailed;

/**
 * An attempt whose message the broker takes neither in a batch nor alone.
 *
 * @param id the job's id
 * @param attempt its number
 * @param cause what the broker or its client said
 */
record Unforwardable(long id, int attempt, ActiveMQException cause) {
  /** In the outbox's words. */
  ForwardingFailed.Refused refused() {
    return new ForwardingFailed.Refused(id, attempt, String.valueOf(cause.getMessage()));
  }

  @Override
  public String toString() {
    return "job " + id + " attempt " + attempt + ": " + cause.getMessage();
  }
}
