package sluice.acceptance.chaos;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.acceptance.chaos.Attempt.Ticket;
import sluice.client.Job;

/**
 * A worker that takes jobs, sends no heartbeat, and reports success when nobody believes it any
 * more. For one thread.
 */
final class SilentWorker implements AutoCloseable {
  private final ActiveMQConnectionFactory factory;
  private final JMSContext context;
  private final String name;
  private final Attempts attempts;
  private final List<Ticket> taken = new ArrayList<>();

  SilentWorker(String brokerUrl, String name, Attempts attempts) {
    factory =
        new ActiveMQConnectionFactory(
            brokerUrl + "?consumerWindowSize=0&callTimeout=5000", "sluice", Site.PASSWORD);
    context = factory.createContext(JMSContext.SESSION_TRANSACTED);
    this.name = name;
    this.attempts = attempts;
  }

  /**
   * Takes up to so many. What it took and could not keep, because the broker broke, is given back.
   */
  void take(String queue, int most) {
    try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      for (int i = 0; i < most; i++) {
        Message message = consumer.receive(500);
        if (message != null) {
          taken.add(WorkerMain.ticket(Job.from(message)));
        }
      }
      context.commit();
      taken.forEach(ticket -> attempts.began(ticket, name, System.nanoTime()));
    } catch (JMSException | JMSRuntimeException e) {
      throw new IllegalStateException("the broker is there at this moment", e);
    }
  }

  /** Completions for attempts that are lost by now; they must change nothing. */
  void reportLate() throws JMSRuntimeException {
    try {
      for (Ticket ticket : taken) {
        Message message = context.createMessage();
        message.setStringProperty("sluice_job_id", ticket.job());
        message.setIntProperty("sluice_attempt", ticket.attempt());
        message.setStringProperty("sluice_outcome", "success");
        context.createProducer().send(context.createQueue("sluice.completion"), message);
      }
      context.commit();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
    factory.close();
  }
}
