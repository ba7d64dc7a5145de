package sluice.bench;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import sluice.client.WireFormat;

/**
 * A worker that takes up to 500 jobs and completes them in one transaction; the work itself takes
 * no time.
 */
final class BatchWorker implements AutoCloseable {
  private static final int BATCH = 500;

  private final Thread thread;
  private volatile boolean stopped;

  BatchWorker(ConnectionFactory factory, String queue, Set<String> seen, CountDownLatch left) {
    thread = Thread.ofPlatform().name("bench-worker").start(() -> work(factory, queue, seen, left));
  }

  private void work(
      ConnectionFactory factory, String queue, Set<String> seen, CountDownLatch left) {
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      JMSProducer producer = context.createProducer();
      Queue completions = context.createQueue(WireFormat.COMPLETION_QUEUE);
      while (!stopped) {
        List<Message> batch = new ArrayList<>();
        Message next = consumer.receive(100);
        while (next != null) {
          batch.add(next);
          next = batch.size() < BATCH ? consumer.receive(1) : null;
        }
        long now = System.currentTimeMillis();
        for (Message message : batch) {
          producer.send(completions, completion(context, message, now));
        }
        context.commit();
        for (Message message : batch) {
          if (seen.add(message.getStringProperty(WireFormat.JOB_ID))) {
            left.countDown();
          }
        }
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Message completion(JMSContext context, Message message, long now)
      throws JMSException {
    Message completion = context.createMessage();
    completion.setStringProperty(WireFormat.JOB_ID, message.getStringProperty(WireFormat.JOB_ID));
    completion.setIntProperty(WireFormat.ATTEMPT, message.getIntProperty(WireFormat.ATTEMPT));
    completion.setStringProperty(WireFormat.OUTCOME, WireFormat.OUTCOME_SUCCESS);
    completion.setLongProperty(WireFormat.STARTED_AT, now);
    return completion;
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
