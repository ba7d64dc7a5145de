package sluice.jms.forward;

import org.apache.activemq.artemis.api.core.ActiveMQException;

/**
 * An attempt whose message the broker takes neither in a batch nor alone.
 *
 * @param id the job's id
 * @param attempt its number
 * @param cause what the broker or its client said
 */
record Unforwardable(long id, int attempt, ActiveMQException cause) {
  @Override
  public String toString() {
    return "job " + id + " attempt " + attempt + ": " + cause.getMessage();
  }
}
