package sluice.client;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * An Artemis broker in this process, reached over {@code vm://}, that keeps its messages on disk.
 */
final class EmbeddedBroker {

  static final String DEAD_LETTERS = "DLQ";
  static final Duration SOON = Duration.ofSeconds(10);

  private static final AtomicInteger NEXT_ID = new AtomicInteger(1);

  private final int id = NEXT_ID.getAndIncrement();
  private final Path data;
  private EmbeddedActiveMQ server;

  EmbeddedBroker(Path data) throws Exception {
    this.data = data;
    this.server = boot();
  }

  private EmbeddedActiveMQ boot() throws Exception {
    Configuration configuration =
        new ConfigurationImpl()
            .setName("broker-" + id)
            .setSecurityEnabled(false)
            .setJMXManagementEnabled(false)
            .setJournalSyncTransactional(false)
            .setJournalSyncNonTransactional(false)
            .setJournalFileSize(1 << 20)
            .setJournalDirectory(data.resolve("journal").toString())
            .setBindingsDirectory(data.resolve("bindings").toString())
            .setLargeMessagesDirectory(data.resolve("large").toString())
            .setPagingDirectory(data.resolve("paging").toString())
            .addAcceptorConfiguration("vm", "vm://" + id)
            .addQueueConfiguration(
                QueueConfiguration.of(DEAD_LETTERS).setRoutingType(RoutingType.ANYCAST))
            .addAddressSetting(
                "#",
                new AddressSettings()
                    .setMaxDeliveryAttempts(3)
                    .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                    .setAutoDeleteQueues(false)
                    .setAutoDeleteAddresses(false));
    EmbeddedActiveMQ booted = new EmbeddedActiveMQ();
    booted.setConfiguration(configuration);
    booted.start();
    return booted;
  }

  void stop() throws Exception {
    server.stop();
  }

  void startAgain() throws Exception {
    server = boot();
  }

  /** Breaks all connections from the broker's side; the broker itself goes on. */
  void breakConnections() {
    server
        .getActiveMQServer()
        .getRemotingService()
        .getConnections()
        .forEach(connection -> connection.destroy());
  }

  ConnectionFactory factory() {
    return new ActiveMQConnectionFactory("vm://" + id + "?consumerWindowSize=0&callTimeout=4000");
  }

  /** Messages in the queue, those included that a consumer has received and not committed. */
  long depth(String queue) {
    Queue found = server.getActiveMQServer().locateQueue(queue);
    return found == null ? 0 : found.getMessageCount();
  }

  /** Takes the next message from the queue, waiting for it. */
  Message take(String queue) {
    try (JMSContext context = factory().createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      Message message = consumer.receive(SOON.toMillis());
      if (message == null) {
        throw new AssertionError("nothing came to " + queue + " within " + SOON);
      }
      return message;
    }
  }

  /** Puts a message into a work queue as Sluice forwards it, and returns its job id. */
  String forward(String workQueue, Duration lease) {
    return forward(workQueue, lease, Instant.now(), context -> context.createTextMessage("work"));
  }

  String forward(String workQueue, Duration lease, Instant admittedAt, NewJob.Body body) {
    String jobId = UUID.randomUUID().toString();
    try (JMSContext context = factory().createContext()) {
      Message message = body.create(context);
      message.setStringProperty(WireFormat.JOB_ID, jobId);
      message.setIntProperty(WireFormat.ATTEMPT, 1);
      message.setStringProperty(WireFormat.POLICY, "mails");
      message.setStringProperty(WireFormat.NAMESPACE, "acme");
      message.setLongProperty(WireFormat.ADMITTED_AT, admittedAt.toEpochMilli());
      message.setLongProperty(WireFormat.LEASE_MS, lease.toMillis());
      message.setStringProperty(WireFormat.DUPLICATE_ID, WireFormat.duplicateId(jobId, 1));
      context.createProducer().send(context.createQueue(workQueue), message);
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
    return jobId;
  }
}
