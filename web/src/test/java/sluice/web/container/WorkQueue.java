package sluice.web.container;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.WireFormat;
import sluice.ejb.settle.AttemptRef;

/** Takes forwarded attempts off a work queue of the broker, as a worker does. */
final class WorkQueue implements AutoCloseable {
  private final ActiveMQConnectionFactory factory =
      new ActiveMQConnectionFactory(
          System.getenv("SLUICE_BROKER_URL"),
          System.getenv("SLUICE_BROKER_USER"),
          System.getenv("SLUICE_BROKER_PASSWORD"));
  private final JMSContext context = factory.createContext(JMSContext.AUTO_ACKNOWLEDGE);
  private final JMSConsumer consumer;

  WorkQueue(String name) {
    consumer = context.createConsumer(context.createQueue(name));
  }

  /** The next attempts, or as many as come within the time for each. */
  List<AttemptRef> take(int count, Duration within) throws JMSException {
    List<AttemptRef> attempts = new ArrayList<>();
    while (attempts.size() < count) {
      Message message = consumer.receive(within.toMillis());
      if (message == null) {
        break;
      }
      attempts.add(
          new AttemptRef(
              Long.parseLong(message.getStringProperty(WireFormat.JOB_ID)),
              message.getIntProperty(WireFormat.ATTEMPT)));
    }
    return attempts;
  }

  @Override
  public void close() {
    context.close();
    factory.close();
  }
}
